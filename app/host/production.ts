import { toNodeHandler } from 'srvx/node'
import { type EventHandler, eventHandler, fromNodeMiddleware } from 'vinxi/http'
import { FETCH_FILE } from '#app/navigation/rules/public-file.server.ts'
import { log } from '#app/log.server.ts'
import { report } from '#app/monitoring/report.server.ts'

type Application = { fetch: (request: Request) => Response | Promise<Response> }

let application: Promise<EventHandler> | undefined

/** Loads the compiled application when it is first needed, so that a broken one leaves the other routers running. */
function loadApplication(): Promise<EventHandler> {
  // Made by the build that ends in this file.
  // @ts-ignore there is no such file until then, and it is plain JavaScript
  application ??= import('../../.vinxi/build/start/server/server.js')
    .then((built: { default: Application }) => fromNodeMiddleware(toNodeHandler(built.default.fetch)))
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'the application cannot load')
      report(error, { level: 'fatal' })
      throw error
    })
  return application
}

export default eventHandler(async (event) => {
  const {
    path,
    method,
    node: { req, res },
  } = event
  const handle = await loadApplication().catch(() => undefined)
  if (path.split('?', 1)[0] === '/healthz') {
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end()
    res.writeHead(handle ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    return void res.end(handle ? 'ok\n' : 'the application cannot load\n')
  }
  if (!handle) {
    res.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    return void res.end(method === 'HEAD' ? undefined : 'The application cannot load (see the server logs).\n')
  }
  // Set by the rule for hashed files, and right for those alone.
  res.removeHeader('cache-control')
  // Public files are served before this router is asked; a rewrite may lead back to one.
  Object.assign(req, { [FETCH_FILE]: event.fetch })
  return handle(event)
})
