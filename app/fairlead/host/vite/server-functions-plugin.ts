import type { Plugin } from 'vite'
import { LAZY_TRANSPORT } from '#fairlead/host/upstream/lazy-transport.ts'
import { skipsPatches } from '#fairlead/host/upstream/replace-or-fail.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

const LOADER = 'virtual:server-functions'
const FUNCTIONS = `${LOADER}/all`

/** All server functions: in the browser each is some sixty bytes, in one chunk (see vite-config.ts). */
const IMPORTS = `import.meta.glob("/app/**/*.functions.{ts,tsx,js,jsx}", { eager: true });`

/** In development calls load their functions themselves, and on the server they are present. */
const NOOP = 'export async function loadServerFunctions() {}'

/** Loads the functions, and beside them the transport, which they import only when one is called. */
function loader(): string {
  const functions = `import(${JSON.stringify(FUNCTIONS)})`
  if (skipsPatches()) return `export const loadServerFunctions = () => Promise.allSettled([${functions}]);`
  return `import { loadTransport } from ${JSON.stringify(LAZY_TRANSPORT)};
export const loadServerFunctions = () => Promise.allSettled([${functions}, loadTransport()]);`
}

/**
 * Provides `virtual:server-functions`, which loads all server functions beside the navigation engine, so that a click
 * without a prefetch requests its data at once.
 */
export function serverFunctionsPlugin(): Plugin {
  return {
    name: 'fairlead:server-functions',
    ...virtualModules(/^\0?virtual:server-functions/, function (id) {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return NOOP
      return id === FUNCTIONS ? IMPORTS : loader()
    }),
  }
}
