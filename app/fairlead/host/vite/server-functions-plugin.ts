import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readParts } from '#fairlead/host/read-parts.ts'
import { LAZY_TRANSPORT } from '#fairlead/host/vite/lazy-transport-plugin.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

const LOADER = 'virtual:server-functions'
const FUNCTIONS = `${LOADER}/all`

/** Modules of the library with server functions. The modules of parts come from the parts that an application has. */
const OWN = [
  'error-reports/client-config.functions.ts',
  'errors/error-middleware.functions.ts',
  'errors/feedback.functions.ts',
  'sessions/session.functions.ts',
]

/**
 * Returns the imports of all server functions. In the browser each takes about sixty bytes, all in one chunk (see
 * vite-config.ts).
 */
async function imports(root: string): Promise<string> {
  const own = OWN.map((file) => fileURLToPath(import.meta.resolve(`#fairlead/${file}`)))
  const ofParts = (await readParts(root)).flatMap(({ serverFunctions }) => serverFunctions?.() ?? [])
  const lines = [...own, ...ofParts].map((file) => `import ${JSON.stringify(file)};`)
  return `${lines.join('\n')}
import.meta.glob(["/app/**/*.functions.{ts,tsx,js,jsx}", "!/app/fairlead/**"], { eager: true });`
}

/** In development calls load their functions themselves, and on the server all functions are loaded. */
const NOOP = 'export async function loadServerFunctions() {}'

/** Loads the functions together with the transport, which they would import only when one is called. */
const LOAD = `import { loadTransport } from ${JSON.stringify(LAZY_TRANSPORT)};
export const loadServerFunctions = () => Promise.allSettled([import(${JSON.stringify(FUNCTIONS)}), loadTransport()]);`

/**
 * Provides `virtual:server-functions`, which loads all server functions together with the navigation engine, so that a
 * click without a prefetch requests its data at once.
 */
export function serverFunctionsPlugin(root = process.cwd()): Plugin {
  return {
    name: 'fairlead:server-functions',
    ...virtualModules(/^\0?virtual:server-functions/, function (id) {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return NOOP
      return id === FUNCTIONS ? imports(root) : LOAD
    }),
  }
}
