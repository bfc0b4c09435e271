import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption, UserConfig } from 'vite'
import { v8CompileHintsPlugin } from '#app/host/vite/v8-compile-hints-plugin.ts'
import { handbookPlugin } from '#app/host/vite/handbook-plugin.ts'
import { messagesPlugin } from '#app/host/vite/messages-plugin.ts'
import { releaseName } from '#app/host/vite/release-name.ts'
import { preloadListPlugin } from '#app/host/vite/preload-list-plugin.ts'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'
import { sourceMapsPlugin } from '#app/host/vite/source-maps-plugin.ts'
import { lazyServerFnClientPlugin } from '#app/host/vite/lazy-server-fn-client-plugin.ts'

/** Where the compiled application lands, below the project's root. */
export const START_OUTPUT = '.vinxi/build/start'

/** Where the source maps of the browser's files land: no folder that is served. */
export const SOURCE_MAPS = `${START_OUTPUT}/maps`

/** Vite's plugins for the application: the handbook and messages compilers, TanStack Start, React. */
export function startPlugins(): PluginOption[] {
  return [
    routingPlugin(process.cwd()),
    handbookPlugin(process.cwd()),
    messagesPlugin(),
    lazyServerFnClientPlugin(),
    tanstackStart({
      srcDirectory: 'app',
      router: { generatedRouteTree: '../routeTree.gen.ts' },
      // vinxi owns the dev server, so Start answers requests from inside Vite's own middleware.
      vite: { installDevServerMiddleware: true },
    }),
    react(),
    preloadListPlugin(),
    v8CompileHintsPlugin(),
    sourceMapsPlugin(SOURCE_MAPS),
  ]
}

/** Server functions as the browser has them, and what makes them callable. */
const FUNCTIONS =
  /\.functions\.[jt]sx?|start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/createClientRpc)/

/** What every page needs before it is hydrated… */
const EVERY_PAGE =
  /preload-helper|app\/locales\/provider|node_modules\/(react|react-dom|scheduler|use-intl|@formatjs|use-sync-external-store|@tanstack)\//

/** …but for what only pages with data of their own need: server functions, and observers of Query. */
const SOME_PAGES =
  /start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/(?!createClientRpc)|getDefaultSeroval|safeObject)|router-core\/.*serializer|query-core\/.*[oO]bserver|react-query\/.*\/(use|suspense|errorBoundary|IsRestoring|QueryErrorReset)/

/** What the build calls itself, for every bundle that makes reports. */
export const RELEASE = { 'import.meta.env.VITE_RELEASE': JSON.stringify(releaseName()) }

/** What dev and build share beside the plugins. */
export const startViteConfig = {
  define: {
    ...RELEASE,
    // Leaves out of the SDK what it would say on the console.
    __SENTRY_DEBUG__: 'false',
  },
  // React has had useSyncExternalStore since 18: without the shim the first load is smaller.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // One chunk compresses better than the eight that sharing would make of it.
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: (id: string) => EVERY_PAGE.test(id) && !SOME_PAGES.test(id) },
                { name: 'functions', test: FUNCTIONS },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    outDir: START_OUTPUT,
    // Written for the reports on the server, and named in no file that a browser gets.
    sourcemap: 'hidden',
    // vinxi deletes the scripts below /assets, the usual name.
    assetsDir: '_build',
    // Tokens use light-dark() and nesting, which every browser of 2024 reads: nothing to lower.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
  },
} satisfies UserConfig
