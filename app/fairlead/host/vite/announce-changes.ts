import { resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { OUTPUT } from '#fairlead/host/vite/build-output.ts'

/** Folders that are written while the server works: a change in them is no change of the source. */
const WRITTEN = ['.vinxi', OUTPUT, 'tests', process.env.DATA_DIR ?? 'data']

/**
 * In dev, notifies open pages of every change, also of files that the browser never loaded because the server failed. A
 * page that could not listen yet asks for changes since the time of its request.
 */
export function announceChanges(root: string): Plugin {
  const written = WRITTEN.map((folder) => resolve(root, folder) + sep)
  let changed = 0
  return {
    name: 'fairlead:announce-changes',
    config: () => ({ server: { watch: { ignored: (path) => written.some((folder) => path.startsWith(folder)) } } }),
    configureServer({ environments }) {
      environments.client.hot.on('fairlead:page-failed', (requested: number, client) => {
        if (requested < changed) client.send('fairlead:source-changed')
      })
    },
    hotUpdate({ server }) {
      if (this.environment.name !== 'ssr') return
      changed = Date.now()
      server.environments.client.hot.send('fairlead:source-changed')
    },
  }
}
