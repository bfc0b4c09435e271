import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { serveFastPath } from '#fairlead/server/cache/fast-path.server.ts'
import { type Env, onlyRenders, setVariable } from '#fairlead/platform/env.server.ts'
import {
  healthFailure,
  loadUpgrade,
  respondAsApplication,
  respondToFailure,
} from '#fairlead/host/server/app-handler.ts'
import { pathBelowBase, respondAsMonitoring } from '#fairlead/host/server/monitoring-handler.ts'
import { isForFile, respondWithFile } from '#fairlead/host/server/public-files.ts'
import { setFileServer } from '#fairlead/server/http/public-file.server.ts'
import { exitOnError, exitOnListenError, exitWithMessage } from '#fairlead/host/server/exit-with-message.ts'
import { connectToPrimary, DRAIN_LIMIT_MS } from '#fairlead/host/server/primary-link.ts'
import { getRunningJobs } from '#fairlead/jobs/start-jobs.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { captureException } from '#fairlead/error-reports/capture-exception.server.ts'
import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { startDatabase } from '#fairlead/host/server/start-database.ts'
import { isDatabaseError } from '#fairlead/database/database-errors.ts'
import { createSecurityHeaders } from '#fairlead/server/security-headers.server.ts'
import { withoutBasePath } from '#fairlead/platform/base-path.ts'
import { basePath } from 'virtual:app/site'
import { toTunnelUrl } from '#fairlead/error-reports/tunnel-path.ts'
import { withTimeout } from '#fairlead/error-reports/timers.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import { isPrefetch } from '#fairlead/platform/http/is-prefetch.ts'
import { createMonitoring, startUnstored } from '#fairlead/error-reports/monitoring.server.ts'

/** After a signal, this time without a request means that none is still on its way. */
const QUIET_MS = 100

/**
 * The store opens after this time, so that the first responses come before reports of earlier runs. A worker does not
 * wait: the first one frees the reports that a dead process was sending, before the others send.
 */
const STORE_DELAY_MS = 500

/** Time for the collector to take the last spans. */
const TRACING_MS = 2_000

/** Time to send the rest of a body after its response, for clients that read the response only then. */
const REST_OF_BODY_MS = 10_000

/** The longest time after a signal for which connections are accepted. */
const ACCEPT_LIMIT_MS = 2_000

/** Responds to a request from the tunnel, the build's files, or the application. Never rejects. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method } = request
  const tunnelPath = pathBelowBase(url)
  try {
    if (tunnelPath === undefined && !isForFile(method, url)) return await respondAsApplication(request, response)
    if (tunnelPath !== undefined) await respondAsMonitoring(tunnelPath, request, response)
    else await sendNodeResponse(response, await respondWithFile(new NodeRequest({ req: request, res: response })))
    const stage = tunnelPath === undefined ? 'static-files' : 'monitoring'
    count('http_requests_total', { stage, status: response.statusCode })
  } catch (error) {
    respondToFailure(error, url, response)
  }
}

/**
 * Replaces a target that is an absolute URL, as a proxy sends it, with its path, so that no stage has to know this
 * form. The URL's host counts, whatever `Host` says (RFC 9112, 3.2.2).
 */
function readAbsoluteForm(request: IncomingMessage): void {
  const [origin, host] = /^https?:\/\/([^/?#]*)/i.exec(request.url ?? '') ?? []
  if (origin === undefined || host === undefined) return
  request.headers.host = host
  request.url = request.url?.slice(origin.length).replace(/^(?!\/)/, '/') ?? '/'
}

/**
 * Returns a request's target without the base path. Returns `undefined` for a target outside of it, after it has
 * responded.
 */
function pathOfSite({ url = '' }: IncomingMessage, response: ServerResponse): string | undefined {
  if (!basePath) return url
  const [path] = url.split('?', 1)
  // Health checks address the process directly, so they need no base path.
  if (path === '/healthz') return url
  if (path === basePath) {
    response.writeHead(308, { location: `${basePath}/${url.slice(basePath.length)}` }).end()
    return undefined
  }
  const inside = withoutBasePath(url)
  if (inside === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('404 Not Found\n')
  return inside
}

/** True for a request with more than one `Host`, which proxies may read differently. It gets a 400 (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Closes the connection of a client that has its response but does not end its body. Node would wait for five minutes.
 */
function limitRestOfBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.once('close', () => {
    if (request.complete) return
    const end = () => {
      if (!request.complete) socket.destroy()
    }
    setTimeout(end, REST_OF_BODY_MS).unref()
  })
}

// For rewrites to public files.
setFileServer(async (path, init) => {
  const response = await respondWithFile(new Request(new URL(path, 'http://localhost'), init))
  // Undici closes the stream of a file in a microtask, and throws there if the visitor has left in the meantime. An
  // iterator is cancelled only after the read in progress.
  return response.body ? new Response(ReadableStream.from(response.body) as BodyInit, response) : response
})

/**
 * Responds to requests on the port, or, in a worker, on the connections that the primary process hands over. `announce`
 * logs that the server listens.
 */
export function serve(env: Env, role: 'single' | 'worker', announce: (port: number) => void): void {
  const monitoring = exitOnError(() =>
    createMonitoring(env, {
      delayMs: role === 'single' ? STORE_DELAY_MS : 0,
      // The log has the errors.
      ...(onlyRenders() && { start: () => startUnstored(env, undefined) }),
    }),
  )
  const securityHeadersOf = createSecurityHeaders(env)

  const open = new Set<ServerResponse>()
  /** `replaced`: other workers go on. */
  let draining: 'stop' | 'replaced' | undefined
  let requestCount = 0

  function handle(request: IncomingMessage, response: ServerResponse): void {
    requestCount += 1
    limitRestOfBody(request, response)
    if (hasSeveralHosts(request)) {
      const headers = { 'content-type': 'text/plain', connection: 'close' }
      return void response.writeHead(400, headers).end('400 Bad Request: several Host headers\n')
    }
    readAbsoluteForm(request)
    const url = pathOfSite(request, response)
    if (url === undefined) return
    request.url = url
    if (env.SENTRY_TUNNEL_PATH) request.url = toTunnelUrl(request.url ?? '', env.SENTRY_TUNNEL_PATH)
    open.add(response)
    for (const [name, value] of securityHeadersOf(request)) response.setHeader(name, value)
    response.once('close', () => open.delete(response))
    if (draining) {
      response.setHeader('connection', 'close')
      // A load balancer then sends visitors elsewhere.
      if (draining === 'stop' && request.url?.split('?', 1)[0] === '/healthz') {
        return void response.writeHead(503).end('draining\n')
      }
    }
    const ready = serveFastPath(request)
    if (!ready) return void respond(request, response)
    const prefetch = isPrefetch((name) => request.headers[name]?.toString() ?? null) && { prefetch: 'true' }
    count('http_requests_total', { stage: 'prepared-responses', status: ready.status, ...prefetch })
    count('page_cache_total', { result: 'hit' })
    response.writeHead(ready.status, ready.headers).end(request.method === 'HEAD' ? undefined : ready.body)
  }

  const server: Server = createServer(
    {
      keepAliveTimeout: env.KEEP_ALIVE_TIMEOUT * 1_000,
      // An offer of another protocol, such as h2c, is ignored, which RFC 9110, 7.8 allows. Older versions of Node do
      // not call this.
      ...({
        shouldUpgradeCallback: (request: IncomingMessage) =>
          server.listenerCount('upgrade') > 0 && isWebSocket(request),
      } as object),
    },
    handle,
  )
  // A client that sends `Expect: 100-continue` is told to continue when its body is read. If the request is refused
  // before, its connection ends with the response, because the client may send the body all the same.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close')
    request.once('resume', () => {
      if (response.headersSent) return
      if (!draining) response.removeHeader('connection')
      response.writeContinue()
    })
    handle(request, response)
  })

  const primary =
    role === 'single'
      ? undefined
      : connectToPrimary({
          onConnection: (socket) => void server.emit('connection', socket),
          onDrain: (replaced) => void drain('primary', 0, replaced ? 'replaced' : 'stop'),
        })

  /** Connects WebSockets by the application, if it can. Without a listener Node treats upgrades as plain requests. */
  async function answerUpgrades(): Promise<void> {
    const upgrade = await loadUpgrade()
    if (!upgrade) return
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => {})
      if (hasSeveralHosts(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
      readAbsoluteForm(request)
      request.url = withoutBasePath(request.url ?? '') ?? request.url
      upgrade(request, socket, head).catch((error: unknown) => {
        log.warn({ err: error }, 'no WebSocket')
        socket.destroy()
      })
    })
  }

  function listen(): void {
    if (draining) return
    void answerUpgrades()
    if (primary) {
      // The event starts Node's check for slow requests, which listening would do.
      server.emit('listening')
      return void healthFailure().then(primary.ready)
    }
    exitOnListenError(server, env)
    server.listen(env.PORT, env.HOST, () => {
      const { port } = server.address() as AddressInfo
      // With PORT=0 the system chose the port, which is part of absolute URLs.
      setVariable('PORT', String(port))
      announce(port)
      // Loads the application before its first visitor. If it cannot load, the log has the reason.
      void healthFailure()
    })
  }

  let stopTracing = async (): Promise<void> => {}
  async function start(): Promise<void> {
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
      const { startTracing } = await import('#fairlead/server/telemetry/otlp.server.ts')
      stopTracing = startTracing()
    }
    await startDatabase()
  }
  start().then(listen, exitWithMessage)

  function waitForResponses(): Promise<unknown> {
    return Promise.all([...open].map((response) => new Promise((resolve) => response.once('close', resolve))))
  }

  /** Resolves when all responses have ended and no request has come for a while. */
  async function waitForQuiet(): Promise<void> {
    const until = performance.now() + ACCEPT_LIMIT_MS
    for (;;) {
      const previous = requestCount
      await waitForResponses()
      await sleep(QUIET_MS)
      if (requestCount === previous || performance.now() > until) return
    }
  }

  /**
   * Stops without losing a response. Connections are accepted until all responses in progress have ended, so that
   * `/healthz` can respond 503 in the meantime. Then the server closes, and the process ends after the last response.
   */
  async function drain(signal: string, exitCode: number, reason: 'stop' | 'replaced' = 'stop'): Promise<void> {
    if (draining) return
    draining = reason
    log.info({ signal, open: open.size }, 'draining')
    primary?.leaving()
    const jobs = getRunningJobs()
    const jobsEnded = jobs?.stop()
    // This is a second before the process ends.
    const timeout = AbortSignal.timeout(DRAIN_LIMIT_MS - 1_000)
    setTimeout(() => {
      log.warn({ open: open.size }, 'responses and jobs cut off: the time to drain is over')
      process.exit(exitCode)
    }, DRAIN_LIMIT_MS).unref()

    await waitForQuiet()
    primary?.close()
    server.close()
    await waitForResponses()
    // Idle connections, which browsers open in advance, are closed as well.
    server.closeAllConnections()
    await jobsEnded
    await jobs?.runStopHooks(timeout)
    await applicationDatabase().close()
    await monitoring.close()
    await withTimeout(TRACING_MS, stopTracing()).catch(() => {})
    log.info('stopped')
    process.exit(exitCode)
  }

  process.on('SIGTERM', () => void drain('SIGTERM', 0))
  process.on('SIGINT', () => void drain('SIGINT', 0))
  // In a worker SIGHUP does nothing: the primary process replaces the worker.
  if (primary) process.on('SIGHUP', () => {})
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'unhandled rejection')
    if (!isDatabaseError(error)) captureException(error)
  })
  process.on('uncaughtException', (error) => {
    // A lost database connection is opened again, and most pages do not need it.
    if (isDatabaseError(error)) return log.error({ err: error }, 'unhandled error of the database')
    log.fatal({ err: error }, 'uncaught exception')
    captureException(error, { level: 'fatal' })
    void drain('uncaughtException', 1)
  })
}
