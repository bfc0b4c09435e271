import { createApp } from 'vinxi'
import { buildByVite } from '#app/host/commands/build-output.ts'
import { monitoringRouter, startRouter } from '#app/host/vite/vinxi-routers.ts'
import { basePath } from '#app/site.ts'

const app = createApp({ name: 'fairlead', server: { preset: 'node-server', baseURL: `${basePath}/` } })

await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(buildByVite)

export default app
