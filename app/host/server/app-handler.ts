import type { IncomingMessage, ServerResponse } from 'node:http'
import { useNitroApp } from 'nitropack/runtime'
import { NodeRequest } from 'srvx/node'
import { eventHandler } from 'vinxi/http'
import { applicationDatabase } from '#app/database/database.server.ts'
import { respondToFailure } from '#app/host/server/error-handler.ts'
import { sendResponse } from '#app/host/server/send-response.ts'
import { setFileServer } from '#app/server/http/public-file.server.ts'
import { log } from '#app/server/log.server.ts'
import { getMonitoring } from '#app/error-reports/monitoring.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

/** Time in which the application's database has to answer a health check. */
const DATABASE_LIMIT_MS = 1_000

type Application = { fetch: (request: Request) => Response | Promise<Response> }

/** The compiled application; `unloadable` when it throws. */
type Loaded = Application | 'unloadable'

let loading: Promise<Loaded> | undefined
let loaded: Loaded | undefined

/** Loads the application on first use, so that a broken one does not stop the other routers. */
function loadApplication(): Promise<Loaded> {
  loading ??= import('#app/server.ts')
    .then(({ default: application }): Loaded => application)
    .catch((error: unknown): Loaded => {
      log.fatal({ err: error }, 'the application cannot load')
      captureException(error, { level: 'fatal' })
      return 'unloadable'
    })
    .then((result) => (loaded = result))
  return loading
}

/** Says why the application's database, if it is in use, does not answer. */
async function databaseFailure(): Promise<string | undefined> {
  const fault = await applicationDatabase().health(DATABASE_LIMIT_MS)
  return fault && `the application's database is ${fault}`
}

async function respondToHealthCheck(application: Loaded, method: string | undefined, res: ServerResponse) {
  if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end()
  const failure = application === 'unloadable' ? 'the application cannot load' : await databaseFailure()
  res.writeHead(failure ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  // Still 200: pages work without the store of reports.
  const fault = getMonitoring()?.storeFault()
  const health = fault ? `degraded: the store of reports is ${fault}` : 'ok'
  res.end(`${failure ?? health}\n`)
}

/**
 * Responds as the application, and to health checks. Never rejects.
 *
 * @param path with the query
 */
export async function respondAsApplication(
  req: IncomingMessage,
  res: ServerResponse,
  path = req.url ?? '',
): Promise<void> {
  try {
    const application = loaded ?? (await loadApplication())
    if (path.split('?', 1)[0] === '/healthz') return await respondToHealthCheck(application, req.method, res)
    if (application !== 'unloadable') {
      return await sendResponse(req, res, await application.fetch(new NodeRequest({ req, res })))
    }
    res.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    res.end(req.method === 'HEAD' ? undefined : 'The application cannot load (see the server logs).\n')
  } catch (error) {
    respondToFailure(error, path, res)
  }
}

setFileServer((path, init) => useNitroApp().localFetch(path, init))

export default eventHandler(({ path, node: { req, res } }) => {
  // Set by the route rule for hashed files, which does not apply to responses of the application.
  res.removeHeader('cache-control')
  return respondAsApplication(req, res, path)
})
