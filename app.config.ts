import { resolve } from 'node:path'
import { createApp } from 'vinxi'
import { NEXT_OUTPUT, wholeOutput } from '#app/host/build-output.ts'
import { releaseName } from '#app/host/release.ts'
import { monitoringRouter, publicFilesInMemory, settingsForVinxi, startRouter } from '#app/host/routers.ts'
import { START_OUTPUT } from '#app/host/vite.ts'

const YEAR_SECONDS = 31_536_000

const app = createApp({
  name: 'fairlead',
  server: {
    preset: 'node-server',
    entry: resolve('app/host/entry.ts'),
    errorHandler: resolve('app/host/failure.ts'),
    virtual: { '#release': `export const release = ${JSON.stringify(releaseName())}` },
    // Nitro's list of Node's modules is older than this one.
    rollupConfig: { external: ['node:sqlite'], plugins: [publicFilesInMemory] },
    output: { dir: resolve(NEXT_OUTPUT) },
    compressPublicAssets: { gzip: true, brotli: true },
    // Hashed names: kept for a year. A missing one is a 404 that nobody keeps.
    publicAssets: [
      { dir: resolve(START_OUTPUT, 'client/_build'), baseURL: '/_build', maxAge: YEAR_SECONDS, fallthrough: false },
    ],
  },
})

await app.stack(wholeOutput)
await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(settingsForVinxi)

export default app
