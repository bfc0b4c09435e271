import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { picturesPlugin } from '#fairlead/host/vite/vite-config.ts'
import { listen } from '#tests/harness/listen.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'
import { startVite } from '#tests/fairlead/host/vite/start-vite.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('the development server makes the formats of a picture and serves them', async () => {
  const root = temporaryFolder()
  writeFiles(root, { 'pixel.png': Buffer.from(PIXEL, 'base64') })
  const vite = await startVite(root, picturesPlugin())
  const result = await vite.transformRequest('/pixel.png?picture')
  const urls = [...(result?.code ?? '').matchAll(/\/@imagetools\/\w+/g)].map(([url]) => url)
  expect(result?.code).toContain('avif')
  expect(urls.length).toBeGreaterThan(1)

  const origin = await listen(createServer(vite.middlewares))
  const image = await fetch(`${origin}${urls[0]}`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(0)
  const missing = await fetch(`${origin}/@imagetools/none`)
  expect(missing.status).toBe(404)
})
