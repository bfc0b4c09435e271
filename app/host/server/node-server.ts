import '#nitro-internal-pollyfills'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { release } from '#release'
import { serveFastPath } from '#app/server/page-cache/fast-path.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { makeDataFolder } from '#app/host/server/data-folder.ts'
import { loadBuild } from '#app/host/server/loaded-build.ts'
import { prepareOperatorToken } from '#app/host/server/operator-token.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'
import { isDatabaseError } from '#app/database/database-error.ts'
import { securityHeaders } from '#app/server/security-headers.server.ts'
import { createMonitoring } from '#app/error-reports/create-monitoring.server.ts'

/** Answers that take longer than this after a signal to stop are cut off. */
const DRAIN_LIMIT_MS = 30_000

/** When no request has come for so long after a signal, none is on its way that was sent before it. */
const QUIET_MS = 100

/** However many still come, connections are taken for no longer than this after a signal. */
const TAKING_LIMIT_MS = 2_000

/** What throws here is a bad variable, and says so in one line. */
function exitOnError<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

// React picks its build by this, and the application is loaded after this line. Nitro replaces the name spelled out.
const mode = 'NODE_ENV'
process.env[mode] ??= 'production'

const env = exitOnError(readEnv)
exitOnError(loadBuild)
exitOnError(() => makeDataFolder(env))
const operator = exitOnError(() => prepareOperatorToken(env))
if (operator.type === 'none') log.warn({ why: operator.why }, 'the report desk stays closed: it has no token')
// The application, which is loaded after this line, reads it from there.
else process.env.OPERATOR_TOKEN = operator.token
const monitoring = exitOnError(() => createMonitoring(env))
const headers = Object.entries(securityHeaders(env))
const nitro = useNitroApp()
const answer = toNodeListener(nitro.h3App)

/** Answers under way. */
const open = new Set<ServerResponse>()
let draining = false
/** Requests so far. */
let requestCount = 0

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  requestCount += 1
  open.add(response)
  for (const [name, value] of headers) response.setHeader(name, value)
  response.once('close', () => open.delete(response))
  if (draining) {
    response.setHeader('connection', 'close')
    // A load balancer that asks is told to send its visitors elsewhere.
    if (request.url?.split('?', 1)[0] === '/healthz') return void response.writeHead(503).end('draining\n')
  }
  const ready = serveFastPath(request)
  if (!ready) return void answer(request, response)
  response.writeHead(ready.status, ready.headers).end(request.method === 'HEAD' ? undefined : ready.body)
})

server.on('error', (error: NodeJS.ErrnoException) => {
  const fault = error.code === 'EADDRINUSE' ? 'PORT: another program listens there' : `HOST: ${error.message}`
  process.stderr.write(`${fault}; cannot listen on ${env.HOST}:${env.PORT}\n`)
  process.exit(1)
})

server.listen(env.PORT, env.HOST, () => {
  const { port } = server.address() as AddressInfo
  // With PORT=0 the system chose it, and absolute addresses name it.
  process.env.PORT = String(port)
  const url = env.PUBLIC_ORIGIN ?? `http://localhost:${port}`
  if (operator.type === 'made')
    log.info({ token: operator.token, url: `${url}/reports` }, 'this token opens the report desk')
  log.info({ port, host: env.HOST, url }, 'listening')
  // The application is loaded now, and not by its first visitor. One that cannot load says so in the log.
  void nitro.localFetch('/healthz').catch(() => {})
})

function waitForResponses(): Promise<unknown> {
  return Promise.all([...open].map((response) => new Promise((resolve) => response.once('close', resolve))))
}

/** Everything has been answered, and nothing more has come for a while: an answer may be out before others are read. */
async function waitForQuiet(): Promise<void> {
  const until = performance.now() + TAKING_LIMIT_MS
  for (;;) {
    const before = requestCount
    await waitForResponses()
    await sleep(QUIET_MS)
    if (requestCount === before || performance.now() > until) return
  }
}

/**
 * Stops without losing an answer: connections are taken until everything that was under way has been answered, so that
 * `/healthz` can say 503 meanwhile; then no more, and the process ends once the last answer is out.
 */
async function drain(signal: string, exitCode: number): Promise<void> {
  if (draining) return
  draining = true
  log.info({ signal, open: open.size }, 'draining')
  setTimeout(() => {
    log.warn({ open: open.size }, 'answers cut off: the time to drain is over')
    process.exit(exitCode)
  }, DRAIN_LIMIT_MS).unref()

  await waitForQuiet()
  server.close()
  await waitForResponses()
  // Also those that never sent a request, as browsers open them in advance.
  server.closeAllConnections()
  await nitro.hooks.callHook('close')
  await monitoring.close()
  log.info('stopped')
  process.exit(exitCode)
}

process.on('SIGTERM', () => void drain('SIGTERM', 0))
process.on('SIGINT', () => void drain('SIGINT', 0))
process.on('unhandledRejection', (error) => {
  log.error({ err: error }, 'unhandled rejection')
  if (!isDatabaseError(error)) captureException(error, { release })
})
process.on('uncaughtException', (error) => {
  // A database comes back by itself, and nothing of it is left half done: pages need none.
  if (isDatabaseError(error)) return log.error({ err: error }, 'unhandled error of the database')
  log.fatal({ err: error }, 'uncaught exception')
  captureException(error, { release, level: 'fatal' })
  void drain('uncaughtException', 1)
})
