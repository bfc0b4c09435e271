import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { cached, pruneCache } from '#fairlead/host/vite/build-cache.ts'

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/

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
      compressing = compressFolder(dir)
      // The promise is awaited below.
      compressing.catch(() => {})
    },
    buildApp: { order: 'post', handler: () => compressing },
  }
}
