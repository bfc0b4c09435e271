import type { Plugin } from 'vite'

/** Start's module that calls server functions from the browser, and its import of the transport. */
const CALLER = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const TRANSPORT = './serverFnFetcher.js'

/** The path to the transport: each is imported by the one before. */
const CALLERS_PATH = ['@tanstack/react-start/client-rpc', '@tanstack/start-client-core/client-rpc', TRANSPORT]

const LAZY_TRANSPORT = '\0fairlead:lazy-transport'

/**
 * A module with the same export that loads the transport with `loadTransport`, or on the first call. Calls after that do
 * not import it again: even of a loaded module that takes a task, and before it the browser may render a frame.
 */
export const lazyTransport = (id: string) => `let loaded;
export const loadTransport = () => import(${JSON.stringify(id)}).then(({ serverFnFetcher }) => (loaded = serverFnFetcher));
export const serverFnFetcher = async (...call) => (loaded ?? (await loadTransport()))(...call);`

const LOADER = 'virtual:server-functions'
const FUNCTIONS = `${LOADER}/all`

/** Loads the transport beside the functions, which import it only when one is called. */
const LOAD = `import { loadTransport } from ${JSON.stringify(LAZY_TRANSPORT)};
export const loadServerFunctions = () => Promise.allSettled([import(${JSON.stringify(FUNCTIONS)}), loadTransport()]);`

/** All server functions: in the browser each is some sixty bytes, in one chunk (see vite-config.ts). */
const IMPORTS = `import.meta.glob("/app/**/*.functions.{ts,tsx,js,jsx}", { eager: true });`

/** In development calls load their functions themselves, and on the server they are present. */
const NOOP = 'export async function loadServerFunctions() {}'

/**
 * Resolves the transport of server functions (with its serializer 15 kB compressed) to a module that imports it later:
 * Start links it into its entry because server functions may be values in a page's data, and has no option against that
 * (decision 011). The build fails when Start imports it in another way.
 */
function lazyTransportPlugin(): Plugin {
  let isReplaced = false
  return {
    name: 'fairlead:transport',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: {
      filter: { id: /serverFnFetcher|fairlead:lazy-transport/ },
      handler(source, importer) {
        if (source === LAZY_TRANSPORT) return LAZY_TRANSPORT
        if (source !== TRANSPORT || importer === undefined || !CALLER.test(importer)) return undefined
        isReplaced = true
        return LAZY_TRANSPORT
      },
    },
    load: {
      filter: { id: /fairlead:lazy-transport/ },
      async handler() {
        // Not known from the replaced import: this module may be loaded before Start's.
        let id: string | undefined
        for (const step of CALLERS_PATH) id = (await this.resolve(step, id, { skipSelf: true }))?.id
        return id === undefined ? undefined : lazyTransport(id)
      },
    },
    buildEnd(error) {
      if (error || isReplaced) return
      this.error(`@tanstack/start-client-core: createClientRpc.js no longer imports ${TRANSPORT}; see decision 011`)
    },
  }
}

/** The code of each module of `virtual:server-functions` in the browser's build. */
const SOURCES: Record<string, string> = { [LOADER]: LOAD, [FUNCTIONS]: IMPORTS }

/**
 * Keeps the transport of server functions out of the code that hydration needs. `virtual:server-functions` loads all server
 * functions and the transport beside the navigation engine, so that a click without a prefetch requests its data at once.
 */
export function lazyServerFnClientPlugin(): Plugin[] {
  return [
    lazyTransportPlugin(),
    {
      name: 'fairlead:server-functions',
      resolveId: {
        filter: { id: /^virtual:server-functions/ },
        handler: (id) => (id in SOURCES ? `\0${id}` : undefined),
      },
      load: {
        filter: { id: /virtual:server-functions/ },
        handler(id) {
          const isBuilt = this.environment.mode === 'build' && this.environment.name === 'client'
          return isBuilt ? SOURCES[id.slice(1)] : NOOP
        },
      },
    },
  ]
}
