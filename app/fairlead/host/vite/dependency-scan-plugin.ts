import type { Plugin, Rolldown } from 'vite'

/** Ends the scan at `*.server.ts` modules, which import protection keeps from the browser. */
const serverModules: Rolldown.Plugin = {
  name: 'fairlead:dependency-scan-server-modules',
  resolveId: {
    filter: { id: /\.server(?:\.[cm]?[jt]sx?)?$/ },
    handler: (id, importer) => (importer?.includes('/node_modules/') ? undefined : { id, external: true }),
  },
}

/** What the library imports in the browser. The scan does not see into it where it is a package. */
const INCLUDED = import.meta.url.includes('/node_modules/')
  ? [
      '@tanstack/react-query',
      'use-intl/core',
      'use-intl/react',
      'valibot',
      'fairlead > @sentry/core',
      'fairlead > @sentry/react',
    ]
  : []

/**
 * In dev, keeps packages of the server out of Vite's scan for those of the browser. Vite would bundle database drivers,
 * the logger and the renderer of images for nothing.
 */
export function dependencyScanPlugin(): Plugin {
  return {
    name: 'fairlead:dependency-scan',
    apply: 'serve',
    config: () => ({ optimizeDeps: { include: INCLUDED, rolldownOptions: { plugins: [serverModules] } } }),
  }
}
