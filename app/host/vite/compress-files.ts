import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cacheEntry, pruneCache } from '#app/host/vite/build-cache.ts'

/** Files of text. */
const TEXT = /\.(css|html|js|json|svg|txt|xml)$/

/** Size in bytes from which a file is compressed. */
const MIN_BYTES = 1_024

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

/** A file that no earlier build has compressed. */
type Missing = () => Promise<void>

async function copyCompressed(file: string): Promise<Missing[]> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return []
  const copied = Object.entries(ENCODINGS).map(async ([suffix, encode]) => {
    const entry = cacheEntry(['compressed', process.versions.node, suffix, bytes])
    const known = await entry.read()
    if (known) return void (await writeFile(file + suffix, known))
    return async () => {
      const made = await encode(bytes)
      await Promise.all([writeFile(file + suffix, made), entry.write(made)])
    }
  })
  return (await Promise.all(copied)).filter((missing) => missing !== undefined)
}

/** Writes the compressed files of a folder that earlier builds have made, and returns what makes the others. */
export async function copyCompressedFiles(folder: string): Promise<Missing[]> {
  const files = await readdir(folder, { recursive: true })
  const copied = files.filter((file) => TEXT.test(file)).map((file) => copyCompressed(join(folder, file)))
  const missing = (await Promise.all(copied)).flat()
  await pruneCache()
  return missing
}

// A process of its own, which compress-plugin.ts starts. It ends with the build.
if (import.meta.main) {
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
  const missing = await copyCompressedFiles(process.argv[2] ?? '')
  await Promise.all(missing.map((make) => make()))
  process.exit()
}
