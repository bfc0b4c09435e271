import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
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
export function availableDictionary(header: (name: string) => string | null): string | undefined {
  const [, hash] = SHA_256.exec(header('available-dictionary') ?? '') ?? []
  if (hash === undefined || !acceptsEncoding(header('accept-encoding'), DCZ)) return undefined
  return Buffer.from(hash, 'base64').toString('base64url')
}

/**
 * Compresses a body in `dcz`.
 *
 * @param level of Zstandard, from 1 to 19: those above need windows that clients may refuse
 */
export async function compressWithDictionary(body: Uint8Array, dictionary: Buffer, level: number): Promise<Buffer> {
  const frame = await compress(body, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: level } })
  return Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest(), frame])
}
