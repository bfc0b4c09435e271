import type { Plugin } from 'vite'

/** Start's module that calls server functions from the browser, and what it imports to do so. */
const CALLER = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const TRANSPORT = './serverFnFetcher.js'

const LAZY_TRANSPORT = '\0fairlead:lazy-transport'

/** The same function, fetched once the page has loaded, or with the first call if that is sooner. */
const lazyTransport = (id: string) => `const transport = () => import(${JSON.stringify(id)});
const bring = () => void transport().catch(() => {});
if (document.readyState === "complete") bring();
else addEventListener("load", () => setTimeout(bring, 200));
export const serverFnFetcher = async (...call) => (await transport()).serverFnFetcher(...call);`

const FUNCTIONS = 'virtual:server-functions'

/** What a server function is in the browser has some sixty bytes; one file has them all, see vite.ts. */
const LOAD = `const modules = import.meta.glob("/app/**/*.functions.{ts,tsx,js,jsx}");
export const loadServerFunctions = () => Promise.allSettled(Object.values(modules).map((load) => load()));`

/** In development a call loads what it needs, and on the server all is there. */
const NOTHING = 'export async function loadServerFunctions() {}'

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
    async resolveId(source, importer) {
      if (source !== TRANSPORT || importer === undefined || !CALLER.test(importer)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      transport = resolved?.id
      return transport === undefined ? undefined : LAZY_TRANSPORT
    },
    load: (id) => (id === LAZY_TRANSPORT && transport !== undefined ? lazyTransport(transport) : undefined),
    buildEnd(error) {
      if (error || transport !== undefined) return
      this.error(`@tanstack/start-client-core: createClientRpc.js no longer imports ${TRANSPORT}; see decision 011`)
    },
  }
}

/**
 * Keeps the transport of server functions out of what a page needs before it is hydrated. `virtual:server-functions`
 * brings every server function, and with them the transport, with the engine: so a click that nothing was prefetched for
 * asks for its data at once, as if the functions were in the entry.
 */
export function lazyServerFnClientPlugin(): Plugin[] {
  return [
    lazyTransportPlugin(),
    {
      name: 'fairlead:server-functions',
      resolveId: (id) => (id === FUNCTIONS ? `\0${FUNCTIONS}` : undefined),
      load(id) {
        if (id !== `\0${FUNCTIONS}`) return
        return this.environment.mode === 'build' && this.environment.name === 'client' ? LOAD : NOTHING
      },
    },
  ]
}
