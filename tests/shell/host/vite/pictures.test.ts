import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { picturesPlugin } from '#app/host/vite/vite-config.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let root: string
let vite: ViteDevServer

beforeEach(async () => {
  root = temporaryFolder()
  writeFileSync(join(root, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [picturesPlugin()],
    server: { middlewareMode: true, ws: false },
  })
})
afterEach(async () => {
  await vite.close()
})

it('in dev, makes the formats of a picture and serves them', async () => {
  const result = await vite.transformRequest('/pixel.png?picture')
  const urls = [...(result?.code ?? '').matchAll(/\/@imagetools\/\w+/g)].map(([url]) => url)
  expect(result?.code).toContain('avif')
  expect(urls.length).toBeGreaterThan(1)

  const server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const image = await fetch(`http://127.0.0.1:${port}${urls[0]}`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(0)
  const missing = await fetch(`http://127.0.0.1:${port}/@imagetools/none`)
  expect(missing.status).toBe(404)
  server.close()
})
