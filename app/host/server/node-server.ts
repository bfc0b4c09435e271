import '#nitro-internal-pollyfills'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { operatorPage } from '#operator-page'
import { release } from '#release'
import { serveFastPath } from '#app/server/page-cache/fast-path.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { makeDataFolder } from '#app/host/server/data-folder.ts'
import { loadBuild } from '#app/host/server/loaded-build.ts'
import { prepareOperatorToken } from '#app/host/server/operator-token.ts'
import { getRunningJobs } from '#app/jobs/running-jobs.server.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'
import { applicationDatabase } from '#app/database/database.server.ts'
import { startDatabase } from '#app/host/server/start-database.ts'
import { isDatabaseError } from '#app/database/database-error.ts'
import { isSubresource, securityHeaders, SUBRESOURCE_HEADERS } from '#app/server/security-headers.server.ts'
import { createMonitoring } from '#app/error-reports/create-monitoring.server.ts'

/** Time for responses to end after a signal to stop; then they are cut off. */
const DRAIN_LIMIT_MS = 30_000

/** Time without a request after a signal, after which none is expected that was sent before it. */
const QUIET_MS = 100

/** Longest time that connections are accepted after a signal. */
const ACCEPT_LIMIT_MS = 2_000

function exitWithMessage(error: unknown): never {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

/** Runs a step of the start; its error, usually an invalid variable, ends the process with one line. */
function exitOnError<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    return exitWithMessage(error)
  }
}

// React chooses its build by this variable. Not written as a literal, which Nitro would replace at build time.
const mode = 'NODE_ENV'
process.env[mode] ??= 'production'

const env = exitOnError(readEnv)
exitOnError(loadBuild)
exitOnError(() => makeDataFolder(env))
const operator = operatorPage === undefined ? undefined : exitOnError(() => prepareOperatorToken(env))
if (operator?.type === 'none') log.warn({ why: operator.why }, `${operatorPage} stays closed: it has no token`)
// The application, which is loaded later, reads it from there.
else if (operator) process.env.OPERATOR_TOKEN = operator.token
const monitoring = exitOnError(() => createMonitoring(env))
const headers = Object.entries(securityHeaders(env))
const subresourceHeaders = Object.entries(SUBRESOURCE_HEADERS)
const nitro = useNitroApp()
const listener = toNodeListener(nitro.h3App)

/** Responses in progress. */
const open = new Set<ServerResponse>()
let draining = false
/** Number of requests so far. */
let requestCount = 0

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  requestCount += 1
  open.add(response)
  for (const [name, value] of isSubresource(request) ? subresourceHeaders : headers) response.setHeader(name, value)
  response.once('close', () => open.delete(response))
  if (draining) {
    response.setHeader('connection', 'close')
    // A load balancer then sends visitors elsewhere.
    if (request.url?.split('?', 1)[0] === '/healthz') return void response.writeHead(503).end('draining\n')
  }
  const ready = serveFastPath(request)
  if (!ready) return void listener(request, response)
  response.writeHead(ready.status, ready.headers).end(request.method === 'HEAD' ? undefined : ready.body)
})

server.on('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? 'PORT: another program is listening there' : `HOST: ${error.message}`
  process.stderr.write(`${reason}; cannot listen on ${env.HOST}:${env.PORT}\n`)
  process.exit(1)
})

function listen(): void {
  if (draining) return
  server.listen(env.PORT, env.HOST, announce)
}

function announce(): void {
  const { port } = server.address() as AddressInfo
  // With PORT=0 the system chose the port, which is part of absolute URLs.
  process.env.PORT = String(port)
  const url = env.PUBLIC_ORIGIN ?? `http://localhost:${port}`
  if (operator?.type === 'created')
    log.info({ token: operator.token, url: `${url}${operatorPage}` }, 'this token opens the report desk')
  log.info({ port, host: env.HOST, url }, 'listening')
  // Loads the application before its first visitor. If it cannot load, the log says so.
  void nitro.localFetch('/healthz').catch(() => {})
}

startDatabase().then(listen, exitWithMessage)

function waitForResponses(): Promise<unknown> {
  return Promise.all([...open].map((response) => new Promise((resolve) => response.once('close', resolve))))
}

/** Resolves once all responses have ended and no request has come for a while. */
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
 * Stops without losing a response. Connections are accepted until all responses in progress have ended, so that `/healthz`
 * can respond 503 meanwhile; then the server closes, and the process ends after the last response.
 */
async function drain(signal: string, exitCode: number): Promise<void> {
  if (draining) return
  draining = true
  log.info({ signal, open: open.size }, 'draining')
  const jobs = getRunningJobs()
  const jobsEnded = jobs?.stop()
  // A second before the process is ended.
  const timeout = AbortSignal.timeout(DRAIN_LIMIT_MS - 1_000)
  setTimeout(() => {
    log.warn({ open: open.size }, 'responses and jobs cut off: the time to drain is over')
    process.exit(exitCode)
  }, DRAIN_LIMIT_MS).unref()

  await waitForQuiet()
  server.close()
  await waitForResponses()
  // Including idle ones, which browsers open in advance.
  server.closeAllConnections()
  await jobsEnded
  await jobs?.runStopHooks(timeout)
  await nitro.hooks.callHook('close')
  await applicationDatabase().close()
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
  // A lost database connection recovers by itself, and pages do not need it.
  if (isDatabaseError(error)) return log.error({ err: error }, 'unhandled error of the database')
  log.fatal({ err: error }, 'uncaught exception')
  captureException(error, { release, level: 'fatal' })
  void drain('uncaughtException', 1)
})
