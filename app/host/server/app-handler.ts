import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { type EventHandler, eventHandler, fromNodeMiddleware } from 'vinxi/http'
import { applicationDatabase } from '#app/database/database.server.ts'
import { FETCH_FILE } from '#app/server/http/public-file.server.ts'
import { unreadText } from '#app/server/http/string-response.server.ts'
import { log } from '#app/server/log.server.ts'
import { getMonitoring } from '#app/error-reports/registry.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

/**
 * Compresses responses as they are streamed; each chunk is flushed, so that the browser can render it at once. Small,
 * binary and already compressed responses are sent as they are.
 */
const compress = compression({
  // A 304 has the headers of a body that it does not have.
  filter: (request, response) => response.statusCode !== 304 && compression.filter(request, response),
  level: 3,
  flush: constants.Z_SYNC_FLUSH,
  // A window of 64 kB holds a page; the default of 4 MB would be allocated for each request.
  brotli: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
})

/** Time in which the application's database has to answer a health check. */
const DATABASE_LIMIT_MS = 1_000

let application: Promise<EventHandler> | undefined

type Fetch = (request: Request) => Response | Promise<Response>

/** Returns the listener that responds as the application. A page that is a string is sent with its headers, at once. */
function toNodeListener(fetch: Fetch) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const response = await fetch(new NodeRequest({ req, res }))
    const text = unreadText(response)
    if (text === undefined && response.body) return sendNodeResponse(res, response)
    // `compression` would take the callback with which srvx ends an empty response for its body.
    if (text === undefined) return void res.writeHead(response.status, [...response.headers].flat()).end()
    res.writeHead(
      response.status,
      [...response.headers, ['content-length', Buffer.byteLength(text)]].flat() as string[],
    )
    res.end(text)
  }
}

/** Loads the compiled application on first use, so that a broken one does not stop the other routers. */
function loadApplication(): Promise<EventHandler> {
  application ??= import('#app/server.ts')
    .then(({ default: { fetch } }) => fromNodeMiddleware(toNodeListener(fetch)))
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'the application cannot load')
      captureException(error, { level: 'fatal' })
      throw error
    })
  return application
}

/** Says why the application's database, if it is in use, does not answer. */
async function databaseFailure(): Promise<string | undefined> {
  const fault = await applicationDatabase().health(DATABASE_LIMIT_MS)
  return fault && `the application's database is ${fault}`
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
    const failure = handle ? await databaseFailure() : 'the application cannot load'
    res.writeHead(failure ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    // Still 200: pages work without the store of reports.
    const fault = getMonitoring()?.storeFault()
    const health = fault ? `degraded: the store of reports is ${fault}` : 'ok'
    return void res.end(`${failure ?? health}\n`)
  }
  if (!handle) {
    res.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    return void res.end(method === 'HEAD' ? undefined : 'The application cannot load (see the server logs).\n')
  }
  // Set by the route rule for hashed files, which does not apply to responses of the application.
  res.removeHeader('cache-control')
  // Public files are served before this router; a rewrite may lead back to one.
  Object.assign(req, { [FETCH_FILE]: event.fetch })
  compress(req, res, () => {})
  return handle(event)
})
