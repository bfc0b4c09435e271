import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { PACKAGES } from '#fairlead/host/vite/vite-config.ts'

/** Ends the scan at `*.server.ts` modules, which import protection keeps from the browser. */
const serverModules: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-server-modules',
  resolveId: {
    filter: { id: /\.server(?:\.[cm]?[jt]sx?)?$/ },
    handler: (id, importer) => (PACKAGES.test(importer ?? '') ? undefined : { id, external: true }),
  },
}

/** Leads the scan into the library: Start excludes packages that use it, so that what they import would be found by pages. */
const library: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-library',
  resolveId: { filter: { id: /^fairlead\/[\w/-]+$/ }, handler: (id) => fileURLToPath(import.meta.resolve(id)) },
}

/** The scan does not see into packages of TanStack, which Start excludes from it too. */
const INCLUDED = ['@tanstack/react-router > @tanstack/router-core > seroval']

/**
 * In dev, shows Vite's scan for packages of the browser what pages import by way of the library, so that none is found when a
 * page is opened, which is then loaded again. Keeps packages of the server out of it: Vite would bundle database drivers, the
 * logger and the renderer of images for nothing.
 */
export function dependencyScanPlugin(): Plugin {
  return {
    name: 'fairlead:dependency-scan',
    apply: 'serve',
    config: () => ({ optimizeDeps: { include: INCLUDED, rolldownOptions: { plugins: [serverModules, library] } } }),
  }
}
