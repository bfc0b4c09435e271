// The build exports `fetch`; srvx, which Fairlead has too, serves it and the files, and compresses the files. The
// documentation's first host for Node, Nitro, has no release that goes with this Vite; it names srvx too.
// https://tanstack.com/start/latest/docs/framework/react/guide/hosting#nodejs--docker
import { FastResponse, serve } from 'srvx'
import { staticMiddleware } from 'srvx/static'

// The documentation's advice for srvx on Node: it saves a copy of each answer.
// https://tanstack.com/start/latest/docs/framework/react/guide/hosting#performance-tip-fastresponse
globalThis.Response = FastResponse
const { default: handler } = await import('./dist/server/server.js')

const dir = 'dist/client'
const files = staticMiddleware({ dir, maxAge: 31_536_000, immutable: true })
const pages = staticMiddleware({ dir })

serve({
  port: Number(process.env.PORT),
  hostname: process.env.HOST,
  // Files with a hash in their name are kept for good; pages that were made at build time are not.
  middleware: [(request, next) => (request.url.includes('/assets/') ? files : pages)(request, next)],
  fetch: handler.fetch,
})
