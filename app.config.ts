import { createApp } from 'vinxi'
import { buildByVite } from '#app/host/commands/build-output.ts'
import { monitoringRouter, startRouter } from '#app/host/vite/vinxi-routers.ts'

const app = createApp({ name: 'fairlead', server: { preset: 'node-server' } })

await app.stack(monitoringRouter)
await app.stack(startRouter)
await app.stack(buildByVite)

export default app
