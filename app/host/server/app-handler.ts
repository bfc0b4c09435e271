import { constants } from 'node:zlib'
import compression from 'compression'
import { toNodeHandler } from 'srvx/node'
import { type EventHandler, eventHandler, fromNodeMiddleware } from 'vinxi/http'
import { FETCH_FILE } from '#app/server/http/public-file.server.ts'
import { log } from '#app/server/log.server.ts'
import { getMonitoring } from '#app/error-reports/registry.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

type Application = { fetch: (request: Request) => Response | Promise<Response> }

/**
 * What is made for one request is compressed on its way out, piece by piece: each piece that the application sends can
 * be read at once, since a page is streamed. What is too small or not text goes as it is, and so does what has been
 * compressed already.
 */
const compress = compression({
  level: 3,
  flush: constants.Z_SYNC_FLUSH,
  // A window of 64 kB holds a page; the usual 4 MB would be made ready for each request.
  brotli: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
})

let application: Promise<EventHandler> | undefined

/** Loads the compiled application when it is first needed, so that a broken one leaves the other routers running. */
function loadApplication(): Promise<EventHandler> {
  // Made by the build that ends in this file.
  // @ts-ignore there is no such file until then, and it is plain JavaScript
  application ??= import('../../../.vinxi/build/start/server/server.js')
    .then((built: { default: Application }) => fromNodeMiddleware(toNodeHandler(built.default.fetch)))
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'the application cannot load')
      captureException(error, { level: 'fatal' })
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
    // Pages need no store: visitors are not to be sent elsewhere because reports cannot be written.
    const fault = getMonitoring()?.storeFault()
    const health = fault ? `degraded: the store of reports is ${fault}\n` : 'ok\n'
    return void res.end(handle ? health : 'the application cannot load\n')
  }
  if (!handle) {
    res.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    return void res.end(method === 'HEAD' ? undefined : 'The application cannot load (see the server logs).\n')
  }
  // Set by the rule for hashed files, and right for those alone.
  res.removeHeader('cache-control')
  // Public files are served before this router is asked; a rewrite may lead back to one.
  Object.assign(req, { [FETCH_FILE]: event.fetch })
  compress(req, res, () => {})
  return handle(event)
})
