import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { copyCompressedFiles } from '#app/host/vite/compress-files.ts'

/** Compresses what earlier builds have not, in a process that gets the time which all else of a build leaves. */
async function compress(folder: string): Promise<void> {
  const missing = await copyCompressedFiles(folder)
  if (missing.length === 0) return
  const child = fork(resolve('app/host/vite/compress-files.ts'), [folder])
  const exit = once(child, 'exit')
  const [status] = (await exit) as [number | null]
  if (status !== 0) throw new Error(`${folder}: its files could not be compressed`)
}

/** Compresses the browser's files, with Brotli and gzip, while Vite builds the server. */
export function compressPlugin(): Plugin {
  let compressing = Promise.resolve()
  return {
    name: 'fairlead:compress',
    apply: 'build',
    writeBundle({ dir = '.' }) {
      if (this.environment.name !== 'client') return
      compressing = compress(dir)
      // Awaited below.
      compressing.catch(() => {})
    },
    buildApp: { order: 'post', handler: () => compressing },
  }
}
