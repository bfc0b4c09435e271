import { resolve } from 'node:path'
import { createApp } from 'vinxi'
import { CLIENT_OUTPUT, NEXT_OUTPUT, atomicOutput } from '#app/host/commands/build-output.ts'
import { nitroBuild, publishFiles, reuseNitro } from '#app/host/vite/nitro-build.ts'
import { monitoringRouter, startRouter } from '#app/host/vite/vinxi-routers.ts'

const YEAR_SECONDS = 31_536_000

const app = createApp({
  name: 'fairlead',
  server: {
    preset: 'node-server',
    entry: resolve('app/host/server/nitro.ts'),
    errorHandler: resolve('app/host/server/error-handler.ts'),
    // Nitro's own target is older than the Node that runs it.
    esbuild: { options: { target: 'node24' } },
    rollupConfig: nitroBuild,
    noExternals: true,
    sourceMap: false,
    output: { dir: resolve(NEXT_OUTPUT) },
    // Hashed names: kept for a year. A missing one is a 404 that nobody keeps.
    publicAssets: [
      { dir: resolve(CLIENT_OUTPUT, '_build'), baseURL: '/_build', maxAge: YEAR_SECONDS, fallthrough: false },
    ],
  },
})

await app.stack(atomicOutput)
await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(publishFiles)
await app.stack(reuseNitro)

export default app
