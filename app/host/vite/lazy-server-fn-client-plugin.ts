import type { Plugin } from 'vite'

/** Start's module that calls server functions from the browser, and its import of the transport. */
const CALLER = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const TRANSPORT = './serverFnFetcher.js'

const LAZY_TRANSPORT = '\0fairlead:lazy-transport'

/**
 * A module with the same export that loads the transport after the page, or on the first call. Calls after that do not
 * import it again: even of a loaded module that takes a task, and before it the browser may render a frame.
 */
export const lazyTransport = (id: string) => `let loaded;
const load = () => import(${JSON.stringify(id)}).then(({ serverFnFetcher }) => (loaded = serverFnFetcher));
const preload = () => void load().catch(() => {});
if (document.readyState === "complete") preload();
else addEventListener("load", () => setTimeout(preload, 200));
export const serverFnFetcher = async (...call) => (loaded ?? (await load()))(...call);`

const FUNCTIONS = 'virtual:server-functions'

/** Loads all server functions: in the browser each is some sixty bytes, in one chunk (see vite-config.ts). */
const LOAD = `const modules = import.meta.glob("/app/**/*.functions.{ts,tsx,js,jsx}");
export const loadServerFunctions = () => Promise.allSettled(Object.values(modules).map((load) => load()));`

/** In development calls load their functions themselves, and on the server they are present. */
const NOOP = 'export async function loadServerFunctions() {}'

/**
 * Resolves the transport of server functions (with its serializer 15 kB compressed) to a module that imports it later:
 * Start links it into its entry because server functions may be values in a page's data, and has no option against that
 * (decision 011). The build fails when Start imports it in another way.
 */
function lazyTransportPlugin(): Plugin {
  let transport: string | undefined
  return {
    name: 'fairlead:transport',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: {
      filter: { id: /serverFnFetcher/ },
      async handler(source, importer) {
        if (source !== TRANSPORT || importer === undefined || !CALLER.test(importer)) return undefined
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        transport = resolved?.id
        return transport === undefined ? undefined : LAZY_TRANSPORT
      },
    },
    load: {
      filter: { id: /fairlead:lazy-transport/ },
      handler: (id) => (id === LAZY_TRANSPORT && transport !== undefined ? lazyTransport(transport) : undefined),
    },
    buildEnd(error) {
      if (error || transport !== undefined) return
      this.error(`@tanstack/start-client-core: createClientRpc.js no longer imports ${TRANSPORT}; see decision 011`)
    },
  }
}

/**
 * Keeps the transport of server functions out of the code that hydration needs. `virtual:server-functions` loads all server
 * functions and the transport together with the navigation engine, so that a click without a prefetch requests its data at
 * once.
 */
export function lazyServerFnClientPlugin(): Plugin[] {
  return [
    lazyTransportPlugin(),
    {
      name: 'fairlead:server-functions',
      resolveId: {
        filter: { id: /virtual:server-functions/ },
        handler: (id) => (id === FUNCTIONS ? `\0${FUNCTIONS}` : undefined),
      },
      load: {
        filter: { id: /virtual:server-functions/ },
        handler(id) {
          if (id !== `\0${FUNCTIONS}`) return
          return this.environment.mode === 'build' && this.environment.name === 'client' ? LOAD : NOOP
        },
      },
    },
  ]
}
