import type { Plugin, Rolldown } from 'vite'

/** Import protection keeps `*.server.ts` modules from the browser. */
const serverModules: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-server-modules',
  resolveId: {
    filter: { id: /\.server(?:\.[cm]?[jt]sx?)?$/ },
    handler: (id, importer) => (importer?.includes('/node_modules/') ? undefined : { id, external: true }),
  },
}

/**
 * Finds no packages of the server in dev: Vite would bundle database drivers, the logger and the renderer of images.
 */
export function dependencyScanPlugin(): Plugin {
  return {
    name: 'fairlead:dependency-scan',
    apply: 'serve',
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [serverModules] } } }),
  }
}
