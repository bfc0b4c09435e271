import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import {
  createBuilder,
  mergeConfig,
  isRunnableDevEnvironment,
  type Plugin,
  type PluginOption,
  type ViteDevServer,
} from 'vite'
import type { App, Router } from 'vinxi'
import { createViteHandler } from 'vinxi/dev-server'
import { eventHandler, fromNodeMiddleware, type EventHandler } from 'vinxi/http'
import { BUILD_LOG } from '#app/host/commands/build-output.ts'
import { log } from '#app/server/log.server.ts'
import { announceChanges } from '#app/host/vite/announce-changes.ts'
import { dependencyScanPlugin } from '#app/host/vite/dependency-scan-plugin.ts'
import { devModuleCache } from '#app/host/vite/dev-module-cache.ts'
import { hostPlugins, serverBuild } from '#app/host/vite/server-build.ts'
import { serverFnLookupPlugin } from '#app/host/vite/server-fn-lookup-plugin.ts'
import { CLIENT_OUTPUT, startPlugins, startViteConfig } from '#app/host/vite/vite-config.ts'

type HttpRouter = {
  name: string
  base: string
  /** Path of the production handler, from the project's root. */
  handler: string
  /** Creates the dev handler; `createServer` makes a Vite server with these plugins. */
  createDevHandler: (createServer: (plugins: PluginOption) => Promise<ViteDevServer>) => Promise<EventHandler>
}

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
          const devHandler = await createDevHandler((plugins) =>
            createViteHandler({ ...router, plugins: () => [plugins] }, vinxi, serveConfig),
          )
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

/** In dev: the Vite server of both routers. A second one would watch and transform the same files again. */
const devServer = Promise.withResolvers<ViteDevServer>()

/** Adds the telemetry tunnel at `/monitoring`. It is independent of the application and works while that is broken. */
export function monitoringRouter(app: App): void {
  const handler = 'app/host/server/monitoring-handler.ts'
  addHttpRouter(app, {
    name: 'monitoring',
    base: '/monitoring',
    handler,
    createDevHandler: async () => {
      const load = async () =>
        (await (await devServer.promise).ssrLoadModule(`/${handler}`)) as { default: EventHandler }
      // At once: the server may have something to report before the first request to the tunnel.
      load().catch((error: unknown) => log.error({ err: error }, 'monitoring cannot start'))
      return eventHandler(async (event) => (await load()).default(event))
    },
  })
}

/** In dev: loads the application at once, so that its jobs start before the first request, which shows any error. */
function loadApplication({ environments: { ssr } }: ViteDevServer): void {
  if (ssr && isRunnableDevEnvironment(ssr)) ssr.runner.import('virtual:tanstack-start-server-entry').catch(() => {})
}

/**
 * Writes the compiled code of the build's own tools while Rolldown, which has threads of its own, writes the server's files:
 * the end of the process would do it after all others.
 */
const compileCachePlugin: Plugin = {
  name: 'fairlead:compile-cache',
  applyToEnvironment: ({ name }) => name === 'ssr',
  renderStart: () => void setImmediate(flushCompileCache),
}

/** Compiles the application, and the host that serves it. */
async function buildApplication(): Promise<void> {
  const isQuiet = process.env[BUILD_LOG] === 'warn'
  const builder = await createBuilder(
    mergeConfig(startViteConfig, {
      configFile: false,
      // Otherwise Vite resolves its options three times, and Start formats the route tree each time.
      builder: { sharedConfigBuild: true },
      logLevel: isQuiet ? 'warn' : 'info',
      environments: { ssr: serverBuild },
      plugins: [startPlugins(), serverFnLookupPlugin(), await hostPlugins(), compileCachePlugin],
    }),
  )
  await builder.buildApp()
}

/**
 * Adds the TanStack Start application, and the `client` router with its files. In dev Start runs inside Vite's middleware;
 * for a build Vite compiles it while Nitro builds its own chunk.
 */
export function startRouter(app: App): void {
  addHttpRouter(app, {
    name: 'start',
    base: '/',
    handler: 'app/host/server/app-handler.ts',
    createDevHandler: async (createServer) => {
      const vite = await createServer([
        startPlugins(),
        announceChanges(process.cwd()),
        devModuleCache(process.cwd()),
        serverFnLookupPlugin(),
        dependencyScanPlugin(),
        { name: 'fairlead:start', config: () => mergeConfig(startViteConfig, { cacheDir: '.vinxi/vite' }) },
      ])
      devServer.resolve(vite)
      loadApplication(vite)
      return fromNodeMiddleware(vite.middlewares)
    },
  })

  let built: Promise<void> | undefined
  app.hooks.hook('app:build:start', () => {
    built = buildApplication()
    // Awaited below.
    built.catch(() => {})
    app.addRouter({ name: 'client', type: 'static', base: '/', dir: join(app.config.root, CLIENT_OUTPUT) })
  })
  app.hooks.hook('app:build:nitro:end', () => built)
}
