import type { Plugin } from 'vite'

const MODULE = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const STATIC = 'import { serverFnFetcher } from "./serverFnFetcher.js";'

/** The same function, fetched once the page has loaded, or with the first call if that is sooner. */
const LAZY = `const transport = () => import("./serverFnFetcher.js");
const bring = () => void transport().catch(() => {});
if (document.readyState === "complete") bring();
else addEventListener("load", () => setTimeout(bring, 200));
const serverFnFetcher = async (...call) => (await transport()).serverFnFetcher(...call);`

const FUNCTIONS = 'virtual:server-functions'

/** What a server function is in the browser has some sixty bytes; one file has them all, see vite.ts. */
const LOAD = `const modules = import.meta.glob("/app/**/*.functions.{ts,tsx,js,jsx}");
export const loadServerFunctions = () => Promise.allSettled(Object.values(modules).map((load) => load()));`

/** In development a call loads what it needs, and on the server all is there. */
const NOTHING = 'export async function loadServerFunctions() {}'

/**
 * Takes the transport of server functions (with its serializer 15 kB compressed) out of what a page needs before it is
 * hydrated: Start links it into its entry because server functions may be values in a page's data, and ours never are.
 * `virtual:server-functions` brings every server function, and with them the transport, with the engine: so a
 * click that nothing was prefetched for asks for its data at once, as if the functions were in the entry.
 */
export function transportPlugin(): Plugin[] {
  return [
    {
      name: 'fairlead:transport',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      transform: {
        filter: { id: MODULE },
        handler(code) {
          if (!code.includes(STATIC))
            this.error('createClientRpc.js has changed: it no longer imports serverFnFetcher.js')
          return { code: code.replace(STATIC, LAZY), map: null }
        },
      },
    },
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
