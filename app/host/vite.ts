import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption, UserConfig } from 'vite'
import { handbookPlugin } from '#app/host/handbook-plugin.ts'
import { messagesPlugin } from '#app/host/messages-plugin.ts'
import { routingPlugin } from '#app/host/routing-plugin.ts'

/** Where the compiled application lands, below the project's root. */
export const START_OUTPUT = '.vinxi/build/start'

/** Vite's plugins for the application: the handbook and messages compilers, TanStack Start, React. */
export function startPlugins(): PluginOption[] {
  return [
    routingPlugin(process.cwd()),
    handbookPlugin(process.cwd()),
    messagesPlugin(),
    tanstackStart({
      srcDirectory: 'app',
      router: { generatedRouteTree: '../routeTree.gen.ts' },
      // vinxi owns the dev server, so Start answers requests from inside Vite's own middleware.
      vite: { installDevServerMiddleware: true },
    }),
    react(),
  ]
}

/** What dev and build share beside the plugins. */
export const startViteConfig = {
  build: {
    outDir: START_OUTPUT,
    // vinxi deletes the scripts below /assets, the usual name.
    assetsDir: '_build',
    // Tokens use light-dark() and nesting, which every browser of 2024 reads: nothing to lower.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
  },
} satisfies UserConfig
