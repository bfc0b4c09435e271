import { resolve } from 'node:path'
import { createApp } from 'vinxi'
import { NEXT_OUTPUT, atomicOutput } from '#app/host/commands/build-output.ts'
import { readParts } from '#app/host/commands/read-parts.ts'
import { migrationsPlugin } from '#app/host/vite/migrations-plugin.ts'
import { releaseName } from '#app/host/vite/release-name.ts'
import { monitoringRouter, publicFilesInMemory, sharedViteSettings, startRouter } from '#app/host/vite/vinxi-routers.ts'
import { START_OUTPUT } from '#app/host/vite/vite-config.ts'

const YEAR_SECONDS = 31_536_000

const operatorPage = (await readParts()).find((part) => part.operatorPage !== undefined)?.operatorPage

const app = createApp({
  name: 'fairlead',
  server: {
    preset: 'node-server',
    entry: resolve('app/host/server/node-server.ts'),
    errorHandler: resolve('app/host/server/error-handler.ts'),
    virtual: {
      '#release': `export const release = ${JSON.stringify(releaseName())}`,
      '#operator-page': `export const operatorPage = ${JSON.stringify(operatorPage)}`,
    },
    // Nitro's own target is older than the Node that runs it.
    esbuild: { options: { target: 'node24' } },
    // Nitro's list of Node's modules is older than this one.
    rollupConfig: { external: ['node:sqlite'], plugins: [publicFilesInMemory, migrationsPlugin] },
    output: { dir: resolve(NEXT_OUTPUT) },
    compressPublicAssets: { gzip: true, brotli: true },
    // Hashed names: kept for a year. A missing one is a 404 that nobody keeps.
    publicAssets: [
      { dir: resolve(START_OUTPUT, 'client/_build'), baseURL: '/_build', maxAge: YEAR_SECONDS, fallthrough: false },
    ],
  },
})

await app.stack(atomicOutput)
await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(sharedViteSettings)

export default app
