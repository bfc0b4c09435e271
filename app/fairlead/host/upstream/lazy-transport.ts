// Loads the transport of server functions, with its serializer, after hydration. Start links it into its entry because
// server functions may be values in a page's data, and has no option against that (decision 011).
//
// Buys: 15 kB of the 118 kB of compressed JavaScript that each page loads first (12 %).
// To drop it: delete this file and its lines in patches.ts, and load only the functions in server-functions-plugin.ts.
import type { Plugin } from 'vite'
import { moduleId, type Patch } from '#fairlead/host/upstream/replace-or-fail.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

/** The id of the module that replaces the transport. Besides `serverFnFetcher` it exports `loadTransport`. */
export const LAZY_TRANSPORT = 'virtual:lazy-transport'

/** The name of the plugin that provides the module. A build without patches of packages does not have the plugin. */
export const LAZY_TRANSPORT_PLUGIN = 'fairlead:lazy-transport-module'

const PACKAGE = '@tanstack/start-client-core'

export const lazyTransport: Patch = {
  file: 'lazy-transport.ts',
  package: PACKAGE,
  version: '1.170.39',
  cost: 'each page loads 15 kB more of compressed JavaScript before it is interactive',
  environment: 'client',
  modules: [
    {
      path: 'dist/esm/client-rpc/createClientRpc.js',
      edits: [['"./serverFnFetcher.js"', JSON.stringify(LAZY_TRANSPORT)]],
    },
  ],
}

/**
 * Returns the code of a module that loads the transport with `loadTransport`, or on the first call. Later calls do not
 * import it again: even for a loaded module an import takes a task, before which the browser may render a frame.
 */
export const lazyTransportModule = (id: string): string => `let loaded;
export const loadTransport = () => import(${JSON.stringify(id)}).then(({ serverFnFetcher }) => (loaded = serverFnFetcher));
export const serverFnFetcher = async (...call) => (loaded ?? (await loadTransport()))(...call);`

export function lazyTransportPlugin(): Plugin {
  return {
    name: LAZY_TRANSPORT_PLUGIN,
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    ...virtualModules(/^\0?virtual:lazy-transport$/, () =>
      lazyTransportModule(moduleId(PACKAGE, 'dist/esm/client-rpc/serverFnFetcher.js')),
    ),
  }
}
