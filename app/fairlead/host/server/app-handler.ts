import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { NodeRequest } from 'srvx/node'
import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { captureException } from '#fairlead/error-reports/capture-exception.server.ts'
import { getMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { createDigest, getDigest } from '#fairlead/errors/digest.ts'
import { sendResponse } from '#fairlead/host/server/send-response.ts'
import { log } from '#fairlead/platform/log.server.ts'

const DATABASE_LIMIT_MS = 1_000

/** Connects a WebSocket of an old application (`beside`). */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

type Application = {
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** Absent without an old application. */
  readonly upgrade?: Upgrade
}

let loading: Promise<Application | undefined> | undefined

/**
 * Loads the application on first use, so that a broken one breaks neither files nor the tunnel. Resolves to `undefined`
 * if the application throws while it loads.
 */
function loadApplication(): Promise<Application | undefined> {
  loading ??= import('virtual:app/server').then(
    ({ default: application }) => application,
    (error: unknown) => {
      log.fatal({ err: error }, 'the application cannot load')
      captureException(error, { level: 'fatal' })
      return undefined
    },
  )
  return loading
}

/** Records a failure that no other code handles, and responds 500 with its digest. */
export function respondToFailure(cause: unknown, url: string, res: ServerResponse): void {
  const made = getDigest(cause) ?? createDigest()
  const { id, digest = made } = captureException(cause, { digest: made })
  log.error({ err: cause, digest, report: id, path: url.split('?', 1)[0] }, 'failed')
  if (res.headersSent) return void res.destroy()
  res.setHeader('x-digest', digest)
  res.writeHead(500, STATUS_CODES[500], { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(`500 ${STATUS_CODES[500]}\n`)
}

/** Resolves to the reason why the application cannot respond; `undefined` if it can. */
export async function healthFailure(): Promise<string | undefined> {
  if (!(await loadApplication())) return 'the application cannot load'
  const fault = await applicationDatabase().health(DATABASE_LIMIT_MS)
  return fault && `the application's database is ${fault}`
}

/** Resolves to the function that connects WebSockets; `undefined` if the application has none. */
export async function loadUpgrade(): Promise<Upgrade | undefined> {
  return (await loadApplication())?.upgrade
}

async function respondToHealthCheck(method: string | undefined, res: ServerResponse): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end()
  const failure = await healthFailure()
  res.writeHead(failure ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  // Still 200: pages work without the store of reports.
  const fault = getMonitoring()?.fault()
  const health = fault ? `degraded: the store of reports is ${fault}` : 'ok'
  res.end(`${failure ?? health}\n`)
}

export async function respondAsApplication(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { url = '', method } = req
  if (url.split('?', 1)[0] === '/healthz') return respondToHealthCheck(method, res)
  const application = await loadApplication()
  if (application) return sendResponse(req, res, await application.fetch(new NodeRequest({ req, res })))
  res.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(method === 'HEAD' ? undefined : 'The application cannot load (see the server logs).\n')
}
