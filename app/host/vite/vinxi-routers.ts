import { fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import type { App, Router } from 'vinxi'
import type { EventHandler } from 'vinxi/http'
import { CLIENT_OUTPUT, hasWaited, IS_BUILD, VITE_BUILD } from '#app/host/commands/build-output.ts'
import { BEGIN, BUILT, received, VITE_STARTED } from '#app/host/vite/build-messages.ts'

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

/** Compiles the application, and the host that serves it. Ends this process if that fails, which it has reported then. */
async function buildApplication(): Promise<void> {
  // One that was started before another build had ended may have read what has changed since.
  const isStarted = process.env[VITE_STARTED] !== undefined && !hasWaited()
  const vite = isStarted ? process : fork(VITE_BUILD, { env: { ...process.env, NODE_ENV: 'production' } })
  vite.send?.(BEGIN)
  const isBuilt = await Promise.race([
    received(vite, BUILT).then(() => true),
    once(vite, 'exit').then(([code]) => code === 0),
  ])
  if (!isBuilt) process.exit(1)
}

/**
 * Adds the TanStack Start application, and the `client` router with its files. For a build Vite compiles it while Nitro
 * builds its own chunk, and begins at once: the first hook runs after vinxi has loaded Nitro.
 */
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
  if (!IS_BUILD) return
  const built = buildApplication()
  app.hooks.hook('app:build:start', () => {
    app.addRouter({ name: 'client', type: 'static', base: '/', dir: join(app.config.root, CLIENT_OUTPUT) })
  })
  app.hooks.hook('app:build:nitro:end', () => {
    // While Vite builds, not at the end of the process.
    flushCompileCache()
    return built
  })
}
