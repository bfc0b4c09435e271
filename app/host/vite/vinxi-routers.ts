import { join, resolve } from 'node:path'
import { createBuilder, type Plugin, type ViteDevServer } from 'vite'
import type { App, Router } from 'vinxi'
import { createViteHandler } from 'vinxi/dev-server'
import { eventHandler, fromNodeMiddleware, type EventHandler } from 'vinxi/http'
import { log } from '#app/server/log.server.ts'
import { RELEASE, START_OUTPUT, startPlugins, startViteConfig } from '#app/host/vite/vite-config.ts'

type HttpRouter = {
  name: string
  base: string
  /** The module that answers in production, from the project's root. */
  handler: string
  /** What answers in dev, given the router's own Vite server. */
  answerInDev: (vite: ViteDevServer) => EventHandler
  pluginsInDev?: () => unknown[]
}

/**
 * Adds a router that vinxi builds and mounts like its own http kind. Its dev half is ours: vinxi's would also serve
 * every file of the project below the router's base.
 */
function addHttpRouter(app: App, { name, base, handler, answerInDev, pluginsInDev }: HttpRouter): void {
  app.addRouter({
    name,
    base,
    handler,
    target: 'server',
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
        plugins: pluginsInDev ?? (() => []),
        handler: async (router: Router, vinxi: App, serveConfig: unknown) => {
          const answer = answerInDev(await createViteHandler(router, vinxi, serveConfig))
          return [...new Set([base, join(base, '**')])].map((route) => ({ route, handler: answer }))
        },
      },
    },
  })
}

/** The telemetry tunnel at `/monitoring`. It shares nothing with the application and answers while that is broken. */
export function monitoringRouter(app: App): void {
  const handler = 'app/host/server/monitoring-handler.ts'
  addHttpRouter(app, {
    name: 'monitoring',
    base: '/monitoring',
    handler,
    answerInDev: (vite) => {
      const load = () => vite.ssrLoadModule(`/${handler}`) as Promise<{ default: EventHandler }>
      // At once: the application may have something to report before a browser does.
      load().catch((error: unknown) => log.error({ err: error }, 'monitoring cannot start'))
      return eventHandler(async (event) => (await load()).default(event))
    },
  })
}

/** In dev: tells open pages of every change, also of files that the browser never loaded because the server failed first. */
const announceChanges: Plugin = {
  name: 'fairlead:announce-changes',
  hotUpdate({ server }) {
    if (this.environment.name === 'ssr') server.environments.client.hot.send('fairlead:source-changed')
  },
}

/**
 * The TanStack Start application, and the `client` router with its files. In dev Start answers from inside Vite's
 * middleware; for a build Vite compiles it before vinxi starts its own.
 */
export function startRouter(app: App): void {
  addHttpRouter(app, {
    name: 'start',
    base: '/',
    handler: 'app/host/server/app-handler.ts',
    pluginsInDev: () => [startPlugins(), announceChanges, { name: 'fairlead:start', config: () => startViteConfig }],
    answerInDev: (vite) => fromNodeMiddleware(vite.middlewares),
  })

  app.hooks.hook('app:build:start', async () => {
    const builder = await createBuilder({ configFile: false, ...startViteConfig, plugins: startPlugins() })
    await builder.buildApp()
    app.addRouter({ name: 'client', type: 'static', base: '/', dir: join(app.config.root, START_OUTPUT, 'client') })
  })
}

/**
 * What vinxi's own builds are to know: the release, the manifest's place, which it seeks where Vite 4 put it, and that
 * they too have maps: a stack of the server goes back through each build to the source.
 */
export function sharedViteSettings(app: App): void {
  app.addRouterPlugins(
    (router) => router.name !== 'client',
    () => [
      {
        name: 'fairlead:host',
        config: () => ({ define: RELEASE, build: { manifest: 'manifest.json', sourcemap: 'hidden' } }),
      },
    ],
  )
}

/** Lets Nitro's handler of public files take them from memory. */
export const publicFilesInMemory = {
  name: 'fairlead:public-files',
  resolveId: (id: string) =>
    id === '#nitro-internal-virtual/public-assets-node' ? resolve('app/host/server/loaded-build.ts') : undefined,
}
