import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { redirectVinxi } from '#app/host/vite/vite-for-vinxi.ts'

type Server = { ssrLoadModule: (file: string) => Promise<unknown>; close: () => Promise<void>; watcher?: unknown }

it('the second Vite server of vinxi loads scripts and watches nothing, the first is one of Vite', async () => {
  redirectVinxi()
  const vinxi = (await import('vinxi/dev-server')) as unknown as {
    createViteDevServer: (options: object) => Promise<Server>
  }
  const second = await vinxi.createViteDevServer({})
  expect(second.watcher).toBeUndefined()
  expect(await second.ssrLoadModule(resolve('node_modules/vinxi/lib/app-fetch.js'))).toHaveProperty('default')

  const first = await vinxi.createViteDevServer({
    root: 'app/host',
    configFile: false,
    server: { middlewareMode: true, ws: false },
  })
  expect(first.watcher).toBeDefined()
  await first.close()
})
