import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { cached, pruneCache } from '#fairlead/host/vite/build-cache.ts'
import { ASSETS, earlierBuilds } from '#fairlead/host/vite/build-output.ts'
import { compressWithDictionary, dictionaryId, versionsOfChunk } from '#fairlead/server/http/compression-dictionary.ts'

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/

const MIN_BYTES = 1_024

/**
 * Most files of earlier builds with which a file is compressed, of those with its chunk's name the nearest in size. One
 * is used for each earlier build, unless several chunks have the name.
 */
const MAX_DICTIONARIES = 6

/** Most bytes of the dictionary for documents, which a visitor loads once: the largest style sheets come first. */
const MAX_DOCUMENT_DICTIONARY = 65_536

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

const ENCODINGS: Record<string, (bytes: Buffer) => Promise<Uint8Array>> = {
  '.br': (bytes) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => deflate(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const encoded = Object.entries(ENCODINGS).map(async ([suffix, encode]) => {
    const inputs = ['compressed', process.versions.node, suffix, bytes]
    await writeFile(file + suffix, await cached(inputs, () => encode(bytes)))
  })
  await Promise.all(encoded)
}

async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file))))
}

type Chunk = { name: string; bytes: Buffer }

/** Returns the scripts and style sheets of a build that are not tiny, by the pattern of their names. */
async function readChunks(build: string): Promise<Map<string, Chunk[]>> {
  const folder = join(build, 'public', ASSETS)
  const names = await readdir(folder).catch(() => [])
  const read = names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) }))
  const chunks = (await Promise.all(read)).filter(({ bytes }) => bytes.length >= MIN_BYTES)
  const byPattern = Map.groupBy(chunks, ({ name }) => versionsOfChunk(name) ?? '')
  byPattern.delete('')
  return byPattern
}

/**
 * Compresses the chunks of a build with those of earlier builds as dictionaries, for browsers that have them. Writes
 * `deltas/CHUNK/DICTIONARY` where that is less than half of the chunk with Brotli.
 */
export async function writeDeltas(build: string, earlier: readonly string[]): Promise<void> {
  const before = await Promise.all(earlier.map(readChunks))
  const write = async ({ name, bytes }: Chunk, pattern: string): Promise<void> => {
    // A build that has the file has no other version of it: its chunks of that name are of other pages or languages.
    const others = before
      .map((chunks) => chunks.get(pattern) ?? [])
      .filter((all) => !all.some((old) => old.name === name))
    const known = new Map(others.flat().map((chunk) => [chunk.name, chunk]))
    const distance = (chunk: Chunk) => Math.abs(chunk.bytes.length - bytes.length)
    const nearest = [...known.values()].toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_DICTIONARIES)
    const folder = join(build, 'deltas', name)
    if (nearest.length > 0) await mkdir(folder, { recursive: true })
    for (const { bytes: dictionary } of nearest) {
      const inputs = ['delta', process.versions.node, dictionary, bytes]
      const delta = await cached(inputs, () => compressWithDictionary(bytes, dictionary, 'kept'))
      const { size } = await stat(join(build, 'public', ASSETS, `${name}.br`))
      if (delta.length < size / 2) await writeFile(join(folder, dictionaryId(dictionary)), delta)
    }
  }
  const chunks = [...(await readChunks(build))]
  await Promise.all(chunks.flatMap(([pattern, versions]) => versions.map((chunk) => write(chunk, pattern))))
}

/**
 * Writes the dictionary for documents: the style sheets, which documents have inside of them. Being made of nothing else
 * it has no text of any visitor, and stays the same until a style changes.
 */
export async function writeDocumentDictionary(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.css'))
  const sheets = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name))))
  const bytes = Buffer.concat(sheets.toSorted((a, b) => b.length - a.length)).subarray(0, MAX_DOCUMENT_DICTIONARY)
  if (bytes.length < MIN_BYTES) return
  await writeFile(join(folder, `documents-${dictionaryId(bytes).slice(0, 8)}.txt`), bytes)
}

async function compressBuild(folder: string): Promise<void> {
  await writeDocumentDictionary(join(folder, ASSETS))
  await compressFolder(folder)
  await writeDeltas(dirname(folder), earlierBuilds())
  await pruneCache()
}

/** Compresses the browser's files while Vite builds the server: zlib uses separate threads. */
export function compressPlugin(): Plugin {
  let compressing = Promise.resolve()
  return {
    name: 'fairlead:compress',
    apply: 'build',
    writeBundle({ dir = '.' }) {
      if (this.environment.name !== 'client') return
      compressing = compressBuild(dir)
      // The promise is awaited below.
      compressing.catch(() => {})
    },
    buildApp: { order: 'post', handler: () => compressing },
  }
}
