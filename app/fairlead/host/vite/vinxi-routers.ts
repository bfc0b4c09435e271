import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { basePath } from 'virtual:app/site'
import type { PluginOption } from 'vite'
import { type App, createApp, type Router } from 'vinxi'
import type { EventHandler } from 'vinxi/http'
import { buildByVite, type ConfigOptions } from '#fairlead/host/vite/build-output.ts'

/**
 * A router, whose `handler` is the path of a file. In dev `devPaths` are routed to it besides the paths below `base`.
 */
type HttpRouter = {
  name: string
  base: string
  devPaths?: readonly string[]
  handler: string
  createDevHandler: (router: Router, vinxi: App, serveConfig: unknown) => Promise<EventHandler>
}

/** Loaded on demand, so that a build does not load the tools of dev in this process. */
const devHandlers = () => import('#fairlead/host/vite/dev-handlers.ts')

/**
 * Adds an HTTP router. In dev, vinxi's http type would also serve every file of the project below the router's base.
 */
function addHttpRouter(app: App, { name, base, devPaths = [], handler, createDevHandler }: HttpRouter): void {
  app.addRouter({
    name,
    base,
    handler,
    target: 'server',
    // Vite builds the handler with the application (see build-application.ts).
    build: false,
    type: {
      name: 'http',
      resolveConfig: (router: Router, config: { root: string }) => ({
        ...router,
        type: 'http',
        root: config.root,
        order: 0,
        outDir: join(config.root, '.vinxi/build', `${name}-host`),
        internals: {},
      }),
      dev: {
        handler: async (router: Router, vinxi: App, serveConfig: unknown) => {
          const devHandler = await createDevHandler(router, vinxi, serveConfig)
          return [...new Set([base, join(base, '**'), ...devPaths])].map((route) => ({ route, handler: devHandler }))
        },
      },
    },
  })
}

const fileOf = (name: string): string => fileURLToPath(import.meta.resolve(`#fairlead/host/server/${name}`))

/** Returns the router of the tunnel, which works while the application is broken. */
function monitoringRouter(app: App): void {
  const handler = fileOf('monitoring-handler.ts')
  addHttpRouter(app, {
    name: 'monitoring',
    base: '/monitoring',
    // In production the path may be set at the start, so serve.ts reads it.
    devPaths: process.env.SENTRY_TUNNEL_PATH ? [process.env.SENTRY_TUNNEL_PATH] : [],
    handler,
    createDevHandler: async () => (await devHandlers()).createMonitoringHandler(handler),
  })
}

function startRouter(app: App, plugins: readonly PluginOption[]): void {
  addHttpRouter(app, {
    name: 'start',
    base: '/',
    handler: fileOf('app-handler.ts'),
    createDevHandler: async (...options) => (await devHandlers()).createApplicationHandler(plugins, ...options),
  })
  app.hooks.hook('app:dev:server:created', async ({ devApp }) => {
    devApp.hooks.hook('request', await (await devHandlers()).createGuard())
  })
  app.hooks.hook('app:dev:server:listener:created', async ({ listener }) =>
    (await devHandlers()).answerUpgrades(listener.server),
  )
}

/** Creates the vinxi app of an application: the tunnel, the application, and its build by Vite. */
export async function createHostApp(options: ConfigOptions): Promise<App> {
  const app = createApp({ name: 'fairlead', server: { preset: 'node-server', baseURL: `${basePath}/` } })
  await app.stack(monitoringRouter)
  await app.stack((stacked) => startRouter(stacked, options.plugins ?? []))
  await app.stack((stacked) => buildByVite(stacked, options))
  return app
}
