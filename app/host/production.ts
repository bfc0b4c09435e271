import { toNodeHandler } from 'srvx/node'
import type { NodeHttpHandler } from 'srvx'
import { eventHandler, fromNodeMiddleware } from 'vinxi/http'

type Application = { fetch: (request: Request) => Response | Promise<Response> }

let application: Promise<NodeHttpHandler> | undefined

/** Loads the compiled application on the first request, so that a broken one leaves the other routers running. */
function loadApplication(): Promise<NodeHttpHandler> {
  // Made by the build that ends in this file.
  // @ts-ignore there is no such file until then, and it is plain JavaScript
  application ??= import('../../.vinxi/build/start/server/server.js').then((built: { default: Application }) =>
    toNodeHandler(built.default.fetch),
  )
  return application
}

export default eventHandler(async (event) => {
  const handle = await loadApplication()
  return fromNodeMiddleware(handle)(event)
})
