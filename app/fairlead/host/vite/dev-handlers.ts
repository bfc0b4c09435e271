import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setSourceMapsSupport } from 'node:module'
import { isRunnableDevEnvironment, mergeConfig, type PluginOption, type ViteDevServer } from 'vite'
import type { App, Router } from 'vinxi'
import { createViteHandler } from 'vinxi/dev-server'
import { eventHandler, fromNodeMiddleware, type EventHandler, type HTTPEvent } from 'vinxi/http'
import { warningLines } from '#fairlead/host/vite/table-warnings.ts'
import { constantsOfParts } from '#fairlead/host/read-parts.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import type { Upgrade } from '#fairlead/host/server/app-handler.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { createAccessCheck, devAccessPlugin } from '#fairlead/host/vite/dev-access.ts'
import { announceChanges } from '#fairlead/host/vite/announce-changes.ts'
import { dependencyScanPlugin } from '#fairlead/host/vite/dependency-scan-plugin.ts'
import { readRoutingTable } from '#fairlead/host/vite/routing-plugin.ts'
import { basePath } from 'virtual:app/site'
import { startPlugins, startViteConfig } from '#fairlead/host/vite/vite-config.ts'

/** Delay of work that nobody waits for, so that the first page comes first. */
const AFTER_FIRST_PAGE_MS = 500

/** Writes probable mistakes in the routing table to standard error. A page shows the table's faults itself. */
async function warnOfTable(): Promise<void> {
  const table = await readRoutingTable(process.cwd()).catch(() => undefined)
  if (table) for (const line of warningLines(table)) process.stderr.write(`${line}\n`)
}

/** The one Vite server of dev: a second one would watch and transform the same files again. */
const devServer = Promise.withResolvers<ViteDevServer>()

/** Creates the dev handler of the telemetry tunnel, from a file that exports `respondAsMonitoring`. */
export function createMonitoringHandler(file: string): EventHandler {
  type Module = typeof import('#fairlead/host/server/monitoring-handler.ts')
  const load = async () => (await (await devServer.promise).ssrLoadModule(file)) as Module
  // The module is loaded at once: the server may have something to report before the first request to the tunnel.
  load().catch((error: unknown) => log.error({ err: error }, 'monitoring cannot start'))
  return eventHandler(async ({ path, node: { req, res } }) => {
    const { isBelowBase, respondAsMonitoring } = await load()
    // Any other path goes on to the application's handler.
    if (isBelowBase(path)) await respondAsMonitoring(path, req, res)
  })
}

export async function createGuard(): Promise<(event: HTTPEvent) => void> {
  const isDenied = createAccessCheck((await devServer.promise).config)
  return ({ node: { req, res } }) => {
    if (isDenied(req.url ?? '')) res.writeHead(403, { 'content-type': 'text/plain' }).end('403 Forbidden\n')
  }
}

/** Passes WebSockets on to the old application (`beside`), if there is one. Vite's hot updates use another port. */
export async function answerUpgrades(server: Server): Promise<void> {
  const { ssr } = (await devServer.promise).environments
  if (!ssr || !isRunnableDevEnvironment(ssr) || !(await readRoutingTable(process.cwd())).beside) return
  const { runner } = ssr
  const upgrade: Upgrade = async (...args) => {
    const entry = await runner.import<{ default: { upgrade?: Upgrade } }>('virtual:tanstack-start-server-entry')
    if (!entry.default.upgrade) throw new Error('the table has no application beside this one any more')
    await entry.default.upgrade(...args)
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    upgrade(request, socket, head).catch((error: unknown) => {
      log.warn({ err: error }, 'no WebSocket')
      socket.destroy()
    })
  })
}

/** Loads the application at once, so that its jobs start before the first request. A request shows any error again. */
async function loadApplication({ environments: { ssr } }: ViteDevServer): Promise<void> {
  if (!ssr || !isRunnableDevEnvironment(ssr)) return
  const { runner } = ssr
  // The runner turns on source maps for packages, too, each of which is a file to read.
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: true })
  await runner.import('virtual:tanstack-start-server-entry').catch(() => {})
  setTimeout(() => void warnOfTable(), AFTER_FIRST_PAGE_MS).unref()
}

/** Creates the dev handler of the application. Start runs inside the middleware of a Vite server. */
export async function createApplicationHandler(
  plugins: readonly PluginOption[],
  router: Router,
  vinxi: App,
  serveConfig: unknown,
): Promise<EventHandler> {
  const { DATA_DIR, HOST } = readEnv()
  const define = await constantsOfParts()
  const all = [
    startPlugins(plugins),
    devAccessPlugin(DATA_DIR),
    announceChanges(process.cwd()),
    dependencyScanPlugin(),
    { name: 'fairlead:start', config: () => mergeConfig(startViteConfig, { cacheDir: '.vinxi/vite', define }) },
  ]
  // The host of hot updates. Without one Vite listens on all interfaces, and the browser uses the page's host.
  const hmr = ['0.0.0.0', '::'].includes(HOST) ? {} : { host: HOST }
  const options = { ...router, server: { hmr }, plugins: () => all }
  const vite = await createViteHandler(options, vinxi, serveConfig)
  devServer.resolve(vite)
  void loadApplication(vite)
  const handleByVite = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    // Vite removes the base path itself.
    if (basePath) request.url = (request as { originalUrl?: string }).originalUrl ?? request.url
    vite.middlewares(request, response, next)
  }
  return fromNodeMiddleware(handleByVite)
}
