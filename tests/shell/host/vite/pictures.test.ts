import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { picturesPlugin } from '#app/host/vite/vite-config.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'
import { startVite } from '#tests/shell/host/vite/start-vite.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('in dev, makes the formats of a picture and serves them', async () => {
  const root = temporaryFolder()
  writeFiles(root, { 'pixel.png': Buffer.from(PIXEL, 'base64') })
  const vite = await startVite(root, picturesPlugin())
  const result = await vite.transformRequest('/pixel.png?picture')
  const urls = [...(result?.code ?? '').matchAll(/\/@imagetools\/\w+/g)].map(([url]) => url)
  expect(result?.code).toContain('avif')
  expect(urls.length).toBeGreaterThan(1)

  const server = createServer(vite.middlewares).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const image = await fetch(`http://127.0.0.1:${port}${urls[0]}`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(0)
  const missing = await fetch(`http://127.0.0.1:${port}/@imagetools/none`)
  expect(missing.status).toBe(404)
  server.close()
})
