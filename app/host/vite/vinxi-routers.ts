import { join, resolve } from 'node:path'
import type { App, Router } from 'vinxi'
import type { EventHandler } from 'vinxi/http'
import { CLIENT_OUTPUT } from '#app/host/commands/build-output.ts'

type HttpRouter = {
  name: string
  base: string
  /** Path of the production handler, from the project's root. */
  handler: string
  createDevHandler: (router: Router, vinxi: App, serveConfig: unknown) => Promise<EventHandler>
}

/** The handlers of dev, with its tools, which a build does not load in this process. */
const devHandlers = () => import('#app/host/vite/dev-handlers.ts')

/**
 * Adds a router like vinxi's own http type, with a dev handler of ours: vinxi's would also serve every file of the project
 * below the router's base.
 */
function addHttpRouter(app: App, { name, base, handler, createDevHandler }: HttpRouter): void {
  app.addRouter({
    name,
    base,
    handler,
    target: 'server',
    // Vite builds it with the application (see server-build.ts).
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
          return [...new Set([base, join(base, '**')])].map((route) => ({ route, handler: devHandler }))
        },
      },
    },
  })
  app.hooks.hook('app:build:start', () => {
    app.config.server.handlers ??= []
    app.config.server.handlers.push({ route: base, handler: resolve(handler), middleware: true, lazy: true })
  })
}

/** Adds the telemetry tunnel at `/monitoring`. It is independent of the application and works while that is broken. */
export function monitoringRouter(app: App): void {
  const handler = 'app/host/server/monitoring-handler.ts'
  addHttpRouter(app, {
    name: 'monitoring',
    base: '/monitoring',
    handler,
    createDevHandler: async () => (await devHandlers()).createMonitoringHandler(handler),
  })
}

/** Adds the TanStack Start application, which Vite builds, and for a build the `client` router with its files. */
export function startRouter(app: App): void {
  addHttpRouter(app, {
    name: 'start',
    base: '/',
    handler: 'app/host/server/app-handler.ts',
    createDevHandler: async (...options) => (await devHandlers()).createApplicationHandler(...options),
  })
  app.hooks.hook('app:dev:server:created', async ({ devApp }) => {
    devApp.hooks.hook('request', await (await devHandlers()).createGuard())
  })
  app.hooks.hook('app:build:start', async () => {
    const { buildApplication } = await import('#app/host/vite/build-application.ts')
    await buildApplication()
    app.addRouter({ name: 'client', type: 'static', base: '/', dir: join(app.config.root, CLIENT_OUTPUT) })
  })
}
