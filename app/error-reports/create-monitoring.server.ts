import { randomUUID } from 'node:crypto'
import type { Env } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'
import { type DeliveryScheduler, startScheduler } from '#app/error-reports/delivery/scheduler.server.ts'
import { sendEnvelope } from '#app/error-reports/delivery/send-envelope.server.ts'
import { createWorker } from '#app/error-reports/delivery/worker.server.ts'
import { type Dsn, LOCAL_DSN, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { getMonitoring, type Monitoring, setMonitoring } from '#app/error-reports/registry.server.ts'
import { DELIVERY, RETENTION, STORE, TUNNEL } from '#app/error-reports/limits.ts'
import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { type Batcher, createBatcher } from '#app/error-reports/store/group-commit.ts'
import { type Counters, createCounters } from '#app/error-reports/store/counters.server.ts'
import { isDataError } from '#app/error-reports/store/data-error.ts'
import { openDatabase, type Store } from '#app/error-reports/store/open-database.server.ts'
import { releaseClaims } from '#app/error-reports/store/delivery-queue.server.ts'
import { applyRetention } from '#app/error-reports/store/retention.server.ts'
import { clientIp, rateLimitKey, trustProxies } from '#app/server/http/client-ip.ts'
import { createLocalLimiter, createSharedLimiter, type Limiter } from '#app/error-reports/ingest/rate-limiter.server.ts'

/** What there is once the store is open. */
type Open = {
  store: Store
  batcher: Batcher<EnvelopeRecord>
  counters: Counters
  limiter: Limiter
  wake: () => void
  close: () => Promise<void>
}

const now = (): number => Date.now()

function logFailure(what: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, what)
}

function limiterOf(store: Store, perSecond: number | 'off'): Limiter {
  if (perSecond === 'off') return () => ({ type: 'allowed' })
  const rate = { perSecond, burst: perSecond * TUNNEL.burstFactor }
  return store.dialect === 'postgres' ? createSharedLimiter(store, rate) : createLocalLimiter(rate)
}

function startWorker(store: Store, dsn: Dsn): DeliveryScheduler {
  const worker = createWorker({
    store,
    owner: randomUUID(),
    send: (claimed, at) => sendEnvelope({ fetch }, dsn, claimed, at, DELIVERY.requestMs),
    now,
    random: Math.random,
    onSettled: (claimed, verdict) => {
      if (verdict.type === 'aside') log.warn({ envelope: claimed.envelope, ...verdict }, 'the ingest refused a report')
    },
  })
  return startScheduler(worker, now, logFailure('delivery cannot read its queue'))
}

/** Runs `work` now and every `ms` after it ended, until the returned function is called; that waits for its end. */
function repeat(work: () => Promise<void>, ms: number, what: string): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work().catch(logFailure(what))
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, ms).unref()
  }
  let running = run()
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}

async function open(env: Env, dsn: Dsn, forwards: boolean): Promise<Open> {
  const location = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }
  const store = await openDatabase(location, logFailure('a connection to the database broke'))
  // A process that died on this file holds nothing any more.
  if (store.dialect === 'sqlite') await releaseClaims(store, now())
  const counters = createCounters(store, now)
  const loop = forwards ? startWorker(store, dsn) : undefined
  const batcher = createBatcher<EnvelopeRecord>(
    async (records) => {
      await insertEnvelopes(store, records, forwards)
      loop?.wake()
    },
    { ...STORE.batch, isItemError: isDataError },
  )
  const retention = { days: env.RETENTION_DAYS, bytes: env.RETENTION_BYTES }
  const stopRetention = repeat(
    () => applyRetention(store, retention, counters, now()),
    RETENTION.everyMs,
    'retention failed',
  )
  const stopCounters = repeat(() => counters.flush(), STORE.countersMs, 'counters cannot be written')
  const close = async (): Promise<void> => {
    await Promise.all([stopRetention(), stopCounters(), batcher.idle()])
    // What the ingest does not answer in time is sent again by the next process.
    await Promise.race([loop?.stop(), new Promise((resolve) => setTimeout(resolve, DELIVERY.drainMs).unref())])
    await counters.flush().catch(logFailure('counters cannot be written'))
    await store.db.destroy()
  }
  return { store, batcher, counters, limiter: limiterOf(store, env.TUNNEL_RATE_LIMIT), close, wake: () => loop?.wake() }
}

/** Opens the store, however long it takes the database to come. */
async function openWithRetry(attempt: () => Promise<Open>, isClosed: () => boolean): Promise<Open> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      log.error({ err: error }, 'the store cannot be opened; trying again')
      await new Promise((resolve) => setTimeout(resolve, STORE.reopenMs).unref())
      if (isClosed()) throw error
    }
  }
}

/**
 * Starts the monitoring of this process, or gives the one that runs already: the store, its retention and, with a
 * `SENTRY_DSN`, the delivery. Does not wait for the database: until it is there, the tunnel answers 503.
 *
 * @throws Error when `SENTRY_DSN` is no DSN
 */
export function createMonitoring(env: Env): Monitoring {
  const running = getMonitoring()
  if (running) return running

  const dsn = parseDsn(env.SENTRY_DSN ?? LOCAL_DSN)
  if (!dsn) throw new Error('SENTRY_DSN: its value is not allowed; it takes https://key@host/project')
  const forwards = env.SENTRY_DSN !== undefined && dsn.host !== 'errors.invalid'
  const isTrusted = trustProxies(env.TRUSTED_PROXIES)

  let closed = false
  let parts: Open | undefined
  const opening = openWithRetry(
    () => open(env, dsn, forwards),
    () => closed,
  )
  opening.then(
    (opened) => (parts = opened),
    () => {},
  )
  const within = <T>(limitMs: number, work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs).unref())])
  const require = (): Open => {
    if (!parts) throw new Error('the store is not open')
    return parts
  }

  const monitoring: Monitoring = {
    dsn,
    forwards,
    publicOrigin: env.PUBLIC_ORIGIN,
    now,
    opened: async (limitMs) => parts !== undefined || (await within(limitMs, opening)) !== undefined,
    store: () => require().store,
    allow: (socketAddress, forwardedFor) =>
      require().limiter(rateLimitKey(clientIp(socketAddress, forwardedFor, isTrusted)), now()),
    accept: async (record) => {
      for (const { reason, category, quantity } of record.clientDiscards) {
        require().counters.count(
          'lost-in-browser',
          `${category}:${reason}`,
          Math.min(1_000_000, Math.max(0, Math.trunc(quantity))),
        )
      }
      await (parts ?? (await opening)).batcher.add(record)
    },
    count: (name, label, by) => parts?.counters.count(name, label, by),
    failed: logFailure('the tunnel failed'),
    wake: () => parts?.wake(),
    close: async () => {
      closed = true
      await parts?.close()
    },
  }
  setMonitoring(monitoring)
  return monitoring
}
