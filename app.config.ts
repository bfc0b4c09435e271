import { createApp } from 'vinxi'
import { startRouter } from '#app/host/start-router.ts'

const app = createApp({
  name: 'fairlead',
  server: { preset: 'node-server', compressPublicAssets: { gzip: true, brotli: true } },
  routers: [
    { name: 'monitoring', type: 'http', base: '/monitoring', handler: 'app/host/monitoring.ts', target: 'server' },
  ],
})
await app.stack(startRouter)
app.addRouterPlugins(
  (router) => router.name !== 'client',
  () => [{ name: 'fairlead:http', config: () => ({ build: { manifest: 'manifest.json' } }) }],
)

export default app
