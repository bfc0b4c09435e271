import { mergeConfig, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import type { App, Router } from 'vinxi'
import { createViteHandler } from 'vinxi/dev-server'
import { eventHandler, fromNodeMiddleware, type EventHandler } from 'vinxi/http'
import { log } from '#app/server/log.server.ts'
import { announceChanges } from '#app/host/vite/announce-changes.ts'
import { dependencyScanPlugin } from '#app/host/vite/dependency-scan-plugin.ts'
import { devModuleCache } from '#app/host/vite/dev-module-cache.ts'
import { serverFnLookupPlugin } from '#app/host/vite/server-fn-lookup-plugin.ts'
import { startPlugins, startViteConfig } from '#app/host/vite/vite-config.ts'

/** The Vite server of both routers. A second one would watch and transform the same files again. */
const devServer = Promise.withResolvers<ViteDevServer>()

/** Creates the dev handler of the telemetry tunnel, from its production handler in a file of the project. */
export function createMonitoringHandler(file: string): EventHandler {
  const load = async () => (await (await devServer.promise).ssrLoadModule(`/${file}`)) as { default: EventHandler }
  // At once: the server may have something to report before the first request to the tunnel.
  load().catch((error: unknown) => log.error({ err: error }, 'monitoring cannot start'))
  return eventHandler(async (event) => (await load()).default(event))
}

/** Loads the application at once, so that its jobs start before the first request, which shows any error. */
function loadApplication({ environments: { ssr } }: ViteDevServer): void {
  if (ssr && isRunnableDevEnvironment(ssr)) ssr.runner.import('virtual:tanstack-start-server-entry').catch(() => {})
}

/** Creates the dev handler of the application: Start runs inside the middleware of a Vite server. */
export async function createApplicationHandler(
  router: Router,
  vinxi: App,
  serveConfig: unknown,
): Promise<EventHandler> {
  const plugins = [
    startPlugins(),
    announceChanges(process.cwd()),
    devModuleCache(process.cwd()),
    serverFnLookupPlugin(),
    dependencyScanPlugin(),
    { name: 'fairlead:start', config: () => mergeConfig(startViteConfig, { cacheDir: '.vinxi/vite' }) },
  ]
  const vite = await createViteHandler({ ...router, plugins: () => plugins }, vinxi, serveConfig)
  devServer.resolve(vite)
  loadApplication(vite)
  return fromNodeMiddleware(vite.middlewares)
}
