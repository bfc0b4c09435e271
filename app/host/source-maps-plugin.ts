import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Moves the source maps of the browser's files out of the folder that is served, into `folder`: they are for the
 * reports on the server, and hold the source.
 */
export function sourceMapsPlugin(folder: string): Plugin {
  return {
    name: 'fairlead:source-maps',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '.' }, bundle) {
      for (const file of Object.keys(bundle)) {
        if (!file.endsWith('.map')) continue
        const target = resolve(folder, file)
        mkdirSync(dirname(target), { recursive: true })
        renameSync(join(dir, file), target)
      }
    },
  }
}
