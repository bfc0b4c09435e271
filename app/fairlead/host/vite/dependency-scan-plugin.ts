import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { PACKAGES } from '#fairlead/host/vite/vite-config.ts'

/** Ends the scan at `*.server.ts` modules, which import protection keeps out of the browser. */
const serverModules: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-server-modules',
  resolveId: {
    filter: { id: /\.server(?:\.[cm]?[jt]sx?)?$/ },
    handler: (id, importer) => (PACKAGES.test(importer ?? '') ? undefined : { id, external: true }),
  },
}

/**
 * Leads the scan into the library. Start excludes packages that use it, so their imports would be found only when a
 * page is opened.
 */
const library: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-library',
  resolveId: { filter: { id: /^fairlead\/[\w/-]+$/ }, handler: (id) => fileURLToPath(import.meta.resolve(id)) },
}

/** The scan does not look into TanStack's packages, which Start excludes from it too. */
const INCLUDED = ['@tanstack/react-router > @tanstack/router-core > seroval']

/**
 * In dev, shows Vite's scan the packages that pages import through the library. Otherwise Vite finds such a package
 * when a page is opened, and reloads the page. Keeps packages of the server out of the scan: Vite would bundle database
 * drivers, the logger and the renderer of images for nothing.
 */
export function dependencyScanPlugin(): Plugin {
  return {
    name: 'fairlead:dependency-scan',
    apply: 'serve',
    config: () => ({ optimizeDeps: { include: INCLUDED, rolldownOptions: { plugins: [serverModules, library] } } }),
  }
}
