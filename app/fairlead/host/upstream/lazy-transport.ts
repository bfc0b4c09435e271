// Loads the transport of server functions, with its serializer, after hydration. Start links it into its entry because
// server functions may be values in a page's data, and has no option against that (decision 011).
//
// Package: @tanstack/start-client-core 1.170.39.
// Buys: 15 kB of the 118 kB of compressed JavaScript that each page loads first (12 %).
// Without it: the transport is part of the first load.
// To drop it: delete this file and its line in patches.ts, and load only the functions in server-functions-plugin.ts.
import type { Plugin } from 'vite'
import { type Patch, patchPlugin } from '#fairlead/host/upstream/replace-or-fail.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

const PATCH: Patch = { file: 'lazy-transport.ts', package: '@tanstack/start-client-core', version: '1.170.39' }

/** The module in place of the transport. Besides `serverFnFetcher` it exports `loadTransport`. */
export const LAZY_TRANSPORT = 'virtual:lazy-transport'

/** The path to the transport: each is imported by the one before. */
const CALLERS_PATH = [
  '@tanstack/react-start/client-rpc',
  '@tanstack/start-client-core/client-rpc',
  './serverFnFetcher.js',
]

/**
 * Returns the code of a module that loads the transport with `loadTransport`, or on the first call. Later calls do not
 * import it again: even of a loaded module that takes a task, and before it the browser may render a frame.
 */
export const lazyTransportModule = (id: string): string => `let loaded;
export const loadTransport = () => import(${JSON.stringify(id)}).then(({ serverFnFetcher }) => (loaded = serverFnFetcher));
export const serverFnFetcher = async (...call) => (loaded ?? (await loadTransport()))(...call);`

export function lazyTransport(): Plugin[] {
  return [
    patchPlugin(PATCH, 'client', [
      {
        id: /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/,
        edits: [['"./serverFnFetcher.js"', JSON.stringify(LAZY_TRANSPORT)]],
      },
    ]),
    {
      name: 'fairlead:lazy-transport-module',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      ...virtualModules(/^\0?virtual:lazy-transport$/, async function () {
        let id: string | undefined
        for (const step of CALLERS_PATH) id = (await this.resolve(step, id, { skipSelf: true }))?.id
        return id === undefined ? undefined : lazyTransportModule(id)
      }),
    },
  ]
}
