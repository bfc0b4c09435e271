import { resolve } from 'node:path'
import { createApp } from 'vinxi'
import { manifestForVinxi, monitoringRouter, startRouter } from '#app/host/routers.ts'
import { START_OUTPUT } from '#app/host/vite.ts'

const YEAR_SECONDS = 31_536_000

const app = createApp({
  name: 'fairlead',
  server: {
    preset: 'node-server',
    entry: resolve('app/host/entry.ts'),
    errorHandler: resolve('app/host/failure.ts'),
    compressPublicAssets: { gzip: true, brotli: true },
    // Hashed names: kept for a year. A missing one is a 404 that nobody keeps.
    publicAssets: [
      { dir: resolve(START_OUTPUT, 'client/_build'), baseURL: '/_build', maxAge: YEAR_SECONDS, fallthrough: false },
    ],
  },
})

await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(manifestForVinxi)

export default app
