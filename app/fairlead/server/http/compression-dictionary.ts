import { createHash } from 'node:crypto'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress, zstdCompressSync } from 'node:zlib'
import type { ReadHeader } from '#fairlead/platform/http/check-origin.ts'
import { acceptsEncoding } from '#fairlead/server/http/negotiate-encoding.ts'

/**
 * The encoding of bodies that are compressed with a dictionary of the client (RFC 9842, 5). Its counterpart for Brotli,
 * `dcb`, is not offered: Node's Brotli takes no dictionary.
 */
export const DCZ = 'dcz'

/** Begins a body in `dcz`; the SHA-256 of the dictionary follows (RFC 9842, 5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/** A SHA-256 as a byte sequence of RFC 9651. */
const SHA_256 = /^:([A-Za-z0-9+/]{43}=):$/

/** A script or style sheet of a build: the name of its chunk, which builds share, and the hash of its content. */
const CHUNK = /^(\w[\w.-]*)-[\w-]{8}(\.css|\.js)$/

const compress = promisify(zstdCompress)

/**
 * Levels of Zstandard for a document that is sent once, and for what is kept. Chunks are no smaller with higher levels,
 * which take three times as long.
 */
const LEVEL = { once: 3, kept: 9 } as const

/** A window of 256 kB holds the dictionary and a page; the default of 2 MB would be allocated for each request. */
const WINDOW_LOG = 18

/** Returns the SHA-256 of a dictionary in base64url, by which it is named here. */
export function dictionaryId(dictionary: Uint8Array): string {
  return createHash('sha256').update(dictionary).digest('base64url')
}

/**
 * Returns the URL pattern that matches the file of a chunk in every build, relative to the file; `undefined` for a file
 * of another name.
 */
export function versionsOfChunk(name: string): string | undefined {
  const [, chunk, ending] = CHUNK.exec(name) ?? []
  return chunk === undefined ? undefined : `${chunk}-*${ending}`
}

/**
 * Returns the ID of the dictionary that a client has for a request; `undefined` if it has none, or if a header is
 * malformed.
 */
export function availableDictionary(header: ReadHeader): string | undefined {
  const [, hash] = SHA_256.exec(header('available-dictionary') ?? '') ?? []
  if (hash === undefined || !acceptsEncoding(header('accept-encoding'), DCZ)) return undefined
  return Buffer.from(hash, 'base64').toString('base64url')
}

/** Returns what comes before the frame of a body in `dcz`. */
const prefixOf = (dictionary: Uint8Array): Buffer =>
  Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest()])

/** Compresses a body in `dcz`, once or to be kept. */
export async function compressWithDictionary(
  body: Uint8Array,
  dictionary: Buffer,
  use: keyof typeof LEVEL,
): Promise<Buffer> {
  const frame = await compress(body, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: LEVEL[use] } })
  return Buffer.concat([prefixOf(dictionary), frame])
}

/** Compresses a text, or a stream with a flush after each chunk, before which `prefix` has to be sent. */
export type Encoder = {
  readonly name: string
  readonly prefix?: Buffer
  readonly compress: (text: string) => Promise<Buffer>
  readonly createStream: () => Transform
}

/** A dictionary that browsers load for documents, with the encoder that uses it. */
export type DocumentDictionary = Encoder & {
  /** True if a client has it, and accepts the encoding. */
  readonly isAvailable: (request: ReadHeader) => boolean
  /**
   * Completes the headers of a document: caches have to keep one for each dictionary, and a client that has not this one
   * is told where it is.
   */
  readonly describe: (headers: Headers, isAvailable: boolean) => void
  /** Compresses a document for the cache. */
  readonly compressKept: (body: Uint8Array) => Buffer
}

/** @param path of the file of the build */
export function createDocumentDictionary(path: string, bytes: Buffer): DocumentDictionary {
  const id = dictionaryId(bytes)
  const prefix = prefixOf(bytes)
  const link = `<${path}>; rel="compression-dictionary"`
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL.once, [constants.ZSTD_c_windowLog]: WINDOW_LOG }
  return {
    name: DCZ,
    prefix,
    compress: (text) => compressWithDictionary(Buffer.from(text), bytes, 'once'),
    createStream: () => createZstdCompress({ dictionary: bytes, params, flush: constants.ZSTD_e_flush }),
    compressKept(body) {
      const kept = { [constants.ZSTD_c_compressionLevel]: LEVEL.kept }
      return Buffer.concat([prefix, zstdCompressSync(body, { dictionary: bytes, params: kept })])
    },
    isAvailable: (request) => availableDictionary(request) === id,
    describe(headers, isAvailable) {
      if (!/\bavailable-dictionary\b|\*/i.test(headers.get('vary') ?? '')) {
        headers.append('vary', 'Available-Dictionary')
      }
      if (!isAvailable && !headers.get('link')?.includes(link)) headers.append('link', link)
    },
  }
}

let ofBuild: DocumentDictionary | undefined

/** Returns the dictionary of the build; `undefined` if it has none. */
export const documentDictionary = (): DocumentDictionary | undefined => ofBuild

/**
 * Sets the dictionary of the build. The host calls it, because it has read the files: it is one that every visitor may
 * read, and no document.
 */
export function setDocumentDictionary(dictionary: DocumentDictionary | undefined): void {
  ofBuild = dictionary
}
