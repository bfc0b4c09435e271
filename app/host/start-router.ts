import { join } from 'node:path'
import type { App, Router } from 'vinxi'
import { createViteHandler } from 'vinxi/dev-server'
import { fromNodeMiddleware, eventHandler } from 'vinxi/http'
import { createBuilder } from 'vite'
import { START_OUTPUT, startPlugins, startViteConfig } from '#app/host/vite.ts'

/**
 * Adds the TanStack Start application to a vinxi application as a router of its own kind: in dev Start's plugin
 * serves from Vite's middleware; for a build Vite compiles it before vinxi starts, and vinxi serves what came out.
 */
export function startRouter(app: App): void {
  app.addRouter({
    name: 'start',
    base: '/',
    target: 'server',
    handler: 'app/host/production.ts',
    type: {
      name: 'http',
      resolveConfig: (router: Router, config: { root: string }) => ({
        ...router,
        // From here on an ordinary http router, whose handler loads the compiled application.
        type: 'http',
        base: '/',
        root: config.root,
        order: 0,
        outDir: `${config.root}/.vinxi/build/start-host`,
        internals: {},
      }),
      dev: {
        plugins: () => [startPlugins(), { name: 'fairlead:start', config: () => startViteConfig }],
        handler: async (router: Router, vinxi: App, serveConfig: unknown) => {
          const vite = await createViteHandler(router, vinxi, serveConfig)
          return { route: '/', handler: eventHandler(fromNodeMiddleware(vite.middlewares)) }
        },
      },
    },
  })

  app.hooks.hook('app:build:start', async () => {
    const builder = await createBuilder({ configFile: false, ...startViteConfig, plugins: startPlugins() })
    await builder.buildApp()
    app.addRouter({ name: 'client', type: 'static', base: '/', dir: join(app.config.root, START_OUTPUT, 'client') })
  })
}
