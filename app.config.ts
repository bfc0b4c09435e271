import { createApp } from 'vinxi'
import { buildByVite } from '#fairlead/host/vite/build-output.ts'
import { monitoringRouter, startRouter } from '#fairlead/host/vite/vinxi-routers.ts'
import { basePath } from '#app/site.ts'

const app = createApp({ name: 'fairlead', server: { preset: 'node-server', baseURL: `${basePath}/` } })

await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(buildByVite)

export default app
