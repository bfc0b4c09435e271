import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Env } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'
import { type DeliveryScheduler, startScheduler } from '#app/error-reports/delivery/scheduler.server.ts'
import { sendEnvelope } from '#app/error-reports/delivery/send-envelope.server.ts'
import { createWorker } from '#app/error-reports/delivery/worker.server.ts'
import { type Dsn, LOCAL_DSN, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { getMonitoring, type Monitoring, setMonitoring } from '#app/error-reports/registry.server.ts'
import { repeat } from '#app/error-reports/repeat.ts'
import { DELIVERY, RETENTION, STORE, TUNNEL } from '#app/error-reports/limits.ts'
import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { type Batcher, createBatcher } from '#app/error-reports/store/group-commit.ts'
import { type Counters, createCounters } from '#app/error-reports/store/counters.server.ts'
import { createLocks } from '#app/database/lock.server.ts'
import { isDataError } from '#app/database/data-error.ts'
import { openDatabase, type Store, storeLocation } from '#app/error-reports/store/open-database.server.ts'
import { releaseClaims } from '#app/error-reports/store/delivery-queue.server.ts'
import { occupiedBytes } from '#app/error-reports/store/database-size.server.ts'
import { applyRetention } from '#app/error-reports/store/retention.server.ts'
import { createRetentionLoop, type RetentionLoop } from '#app/error-reports/store/retention-loop.ts'
import { classifyOpenError, classifyQueryError } from '#app/database/database-fault.ts'
import { createStoreHealth, type StoreHealth } from '#app/error-reports/store/store-health.ts'
import { clientIp, rateLimitKey, trustProxies } from '#app/server/http/client-ip.ts'
import { createLocalLimiter, createSharedLimiter, type Limiter } from '#app/error-reports/ingest/rate-limiter.server.ts'

/** The parts that exist once the store is open. */
type Open = {
  store: Store
  batcher: Batcher<EnvelopeRecord>
  counters: Counters
  limiter: Limiter
  wake: () => void
  close: () => Promise<void>
}

const now = (): number => Date.now()

/** Creates loggers of errors, except of the store's faults, which `health` logs once a minute. */
function failureLogger(health: StoreHealth) {
  return (message: string) =>
    (error: unknown): void => {
      if (!health.failed(error)) log.error({ err: error }, message)
    }
}

type LogFailure = ReturnType<typeof failureLogger>

/** Returns the store's file, or its database's host and name, for logs and the desk. */
function storePlace({ DATA_DIR, DATABASE_URL }: Env): string {
  if (DATABASE_URL === undefined) return path.resolve(DATA_DIR, 'reports.db')
  const { host, pathname } = new URL(DATABASE_URL)
  return host + pathname
}

function createLimiter(store: Store, perSecond: number | 'off'): Limiter {
  if (perSecond === 'off') return async () => ({ type: 'allowed' })
  const rate = { perSecond, burst: perSecond * TUNNEL.burstFactor }
  return store.dialect === 'postgres' ? createSharedLimiter(store, rate) : createLocalLimiter('tunnel', rate)
}

function startWorker(store: Store, dsn: Dsn, logFailure: LogFailure): DeliveryScheduler {
  const worker = createWorker({
    store,
    owner: randomUUID(),
    send: (claimed, at) => sendEnvelope({ fetch }, dsn, claimed, at, DELIVERY.requestMs),
    now,
    random: Math.random,
    onOutcome: (claimed, outcome) => {
      if (outcome.type === 'dead') log.warn({ envelope: claimed.envelope, ...outcome }, 'the ingest refused a report')
    },
  })
  return startScheduler(worker, now, logFailure('the delivery queue cannot be read'))
}

function startRetention(store: Store, env: Env, counters: Counters, logFailure: LogFailure): RetentionLoop {
  const retention = { days: env.RETENTION_DAYS, bytes: env.RETENTION_BYTES }
  // SQLite reports its size at no cost.
  const limits = { ...RETENTION, bytes: retention.bytes, ...(store.dialect === 'sqlite' && { measureMs: 0 }) }
  const retain = (): Promise<void> => applyRetention(store, retention, counters, now())
  const { tryLock } = createLocks(storeLocation({ dataDir: env.DATA_DIR }))
  const tasks = {
    measure: () => occupiedBytes(store),
    // One worker at a time; with PostgreSQL it sees to that by itself.
    retain: store.dialect === 'sqlite' && cluster.isWorker ? () => tryLock('retention of reports', retain) : retain,
  }
  return createRetentionLoop(tasks, limits, now, logFailure('retention failed'))
}

async function open(env: Env, dsn: Dsn, forwards: boolean, health: StoreHealth): Promise<Open> {
  const logFailure = failureLogger(health)
  const location = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }
  const store = await openDatabase(location, logFailure('a connection to the database broke'))
  // No other process is on the file but later workers of this one's primary, so claims are of one that died.
  if (store.dialect === 'sqlite' && (cluster.worker?.id ?? 1) === 1) await releaseClaims(store, now())
  const counters = createCounters(store, now)
  const loop = forwards ? startWorker(store, dsn, logFailure) : undefined
  const retention = startRetention(store, env, counters, logFailure)
  const batcher = createBatcher<EnvelopeRecord>(
    async (records) => {
      await insertEnvelopes(store, records, forwards).catch((error: unknown) => {
        const fault = health.failed(error)
        // With a count to write, the counters' next flush finds out that the store works again.
        if (fault) counters.count('store-failed', fault)
        throw error
      })
      health.worked()
      loop?.wake()
      await retention.afterCommit()
    },
    { ...STORE.batch, isItemError: isDataError },
  )
  const stopRetention = repeat(retention.run, RETENTION.everyMs, logFailure('retention failed'))
  const writeCounters = async (): Promise<void> => {
    if (health.current()) counters.count('store-failed', health.current() ?? '', 0)
    if (await counters.flush()) health.worked()
  }
  const stopCounters = repeat(writeCounters, STORE.countersMs, logFailure('counters cannot be written'))
  const close = async (): Promise<void> => {
    await Promise.all([stopRetention(), stopCounters(), batcher.idle()])
    await retention.idle()
    // Envelopes without a response in time are sent again by the next process.
    await Promise.race([loop?.stop(), new Promise((resolve) => setTimeout(resolve, DELIVERY.drainMs).unref())])
    await counters.flush().catch(logFailure('counters cannot be written'))
    await store.db.destroy()
  }
  return {
    store,
    batcher,
    counters,
    limiter: createLimiter(store, env.TUNNEL_RATE_LIMIT),
    close,
    wake: () => loop?.wake(),
  }
}

/** Opens the store; retries until the database is available. */
async function openWithRetry(
  attempt: () => Promise<Open>,
  health: StoreHealth,
  isClosed: () => boolean,
): Promise<Open> {
  for (;;) {
    try {
      const opened = await attempt()
      health.worked()
      return opened
    } catch (error) {
      health.failed(error, classifyOpenError(error))
      await new Promise((resolve) => setTimeout(resolve, STORE.reopenMs).unref())
      if (isClosed()) throw error
    }
  }
}

/**
 * Starts the monitoring of this process, or returns the running one: the store, its retention and, with a `SENTRY_DSN`,
 * the delivery. Does not wait for the database: until it is available, the tunnel responds with 503.
 *
 * @param delayMs after which the store is opened, unless something needs it before
 * @throws Error when `SENTRY_DSN` is not a DSN
 */
export function createMonitoring(env: Env, delayMs = 0): Monitoring {
  const running = getMonitoring()
  if (running) return running

  const dsn = parseDsn(env.SENTRY_DSN ?? LOCAL_DSN)
  if (!dsn) throw new Error('SENTRY_DSN: its value is not allowed; it takes https://key@host/project')
  const forwards = env.SENTRY_DSN !== undefined && dsn.host !== 'errors.invalid'
  const isTrusted = trustProxies(env.TRUSTED_PROXIES)

  const place = storePlace(env)
  const health = createStoreHealth({ place, now, log })
  let closed = false
  let parts: Open | undefined
  let opening: Promise<Open> | undefined
  const openStore = (): Promise<Open> => {
    if (opening) return opening
    opening = openWithRetry(
      () => open(env, dsn, forwards, health),
      health,
      () => closed,
    )
    opening.then(
      (opened) => (parts = opened),
      () => {},
    )
    return opening
  }
  const timer = setTimeout(() => void openStore(), delayMs).unref()
  const withTimeout = <T>(limitMs: number, work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs).unref())])
  const requireOpen = (): Open => {
    if (!parts) throw new Error('the store is not open')
    return parts
  }

  const monitoring: Monitoring = {
    dsn,
    forwards,
    publicOrigin: env.PUBLIC_ORIGIN,
    now,
    opened: async (limitMs) => parts !== undefined || (await withTimeout(limitMs, openStore())) !== undefined,
    store: () => requireOpen().store,
    allow: (socketAddress, forwardedFor) =>
      requireOpen().limiter(rateLimitKey(clientIp(socketAddress, forwardedFor, isTrusted)), now()),
    accept: async (record) => {
      for (const { reason, category, quantity } of record.clientDiscards) {
        requireOpen().counters.count(
          'lost-in-browser',
          `${category}:${reason}`,
          Math.min(1_000_000, Math.max(0, Math.trunc(quantity))),
        )
      }
      await (parts ?? (await openStore())).batcher.add(record)
    },
    count: (name, label, by) => parts?.counters.count(name, label, by),
    place,
    storeFault: health.current,
    storeFailed: (error) => health.failed(error),
    // A visitor's broken connection looks like the database's, whose faults are in `health`.
    failed: (error) => {
      if (!health.current() || !classifyQueryError(error)) log.error({ err: error }, 'the tunnel failed')
    },
    wake: () => parts?.wake(),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await parts?.close()
    },
  }
  setMonitoring(monitoring)
  return monitoring
}
