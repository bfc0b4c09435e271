import type { Plugin } from 'vite'

const MODULE = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const STATIC = 'import { serverFnFetcher } from "./serverFnFetcher.js";'

/** The same function, fetched once the page has loaded, or with the first call if that is sooner. */
const LAZY = `const transport = () => import("./serverFnFetcher.js");
addEventListener("load", () => setTimeout(transport, 200));
const serverFnFetcher = async (...call) => (await transport()).serverFnFetcher(...call);`

/**
 * Takes the transport of server functions (with its serializer 15 kB compressed) out of what a page needs before it is
 * hydrated: Start links it into its entry because server functions may be values in a page's data, and ours never are.
 */
export function transportPlugin(): Plugin {
  return {
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
  }
}
