import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { placeOf } from '#fairlead/database/connect.server.ts'
import { classifyOpenError, type DatabaseFault, isDataError } from '#fairlead/database/database-errors.ts'
import { createLocks } from '#fairlead/database/lock.server.ts'
import { DELIVERY, startDelivery } from '#fairlead/error-reports/delivery/worker.server.ts'
import type { Dsn } from '#fairlead/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { createTunnelLimits, TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import type { Reports, StartReports } from '#fairlead/error-reports/monitoring.server.ts'
import { createStoredBuckets } from '#fairlead/error-reports/store/buckets.server.ts'
import { createCounters } from '#fairlead/error-reports/store/counters.server.ts'
import { createStoredQueue, releaseClaims } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { createBatcher, ENVELOPE_BATCH } from '#fairlead/error-reports/store/group-commit.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { openDatabase, storeLocation } from '#fairlead/error-reports/store/open-database.server.ts'
import { applyRetention, createRetentionLoop, usedBytes } from '#fairlead/error-reports/store/retention.server.ts'
import { runWebhook, WEBHOOK, type WebhookTarget, webhookTarget } from '#fairlead/error-reports/store/webhook.server.ts'
import { createStoreHealth, type StoreHealth } from '#fairlead/error-reports/store/store-health.ts'
import { repeat, withTimeout } from '#fairlead/error-reports/timers.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { remember } from '#fairlead/platform/remember.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/**
 * Milliseconds between attempts to open an unavailable database, between writes of the counters, and between runs of
 * retention.
 */
const INTERVALS_MS = { reopen: 2_000, counters: 2_000, retention: 300_000 } as const

const now = (): number => Date.now()

export type ReportStore = Reports & {
  /** @throws Error while the database is not open */
  database: () => ReportDatabase
  place: string
  ingest: Dsn | undefined
  webhook: WebhookTarget | undefined
  /** Records an error of a query. Returns the store's fault, or `undefined` for an error with another cause. */
  failed: (error: unknown) => DatabaseFault | undefined
  /** Wakes the delivery after envelopes were queued again. */
  wake: () => void
}

const holder = remember('report-store', () => ({ current: undefined as ReportStore | undefined }))

/** Returns the store of this process; `undefined` before it has been started. */
export function getReportStore(): ReportStore | undefined {
  return holder.current
}

type Opened = Awaited<ReturnType<typeof open>>

/** Opens the database, and starts retention and delivery. @throws Error if the database cannot be opened */
async function open(env: Env, ingest: Dsn | undefined, webhook: WebhookTarget | undefined, health: StoreHealth) {
  /** A fault of the store is logged by `health`, once a minute. */
  const logFailure =
    (message: string) =>
    (error: unknown): void => {
      if (!health.failed(error)) log.error({ err: error }, message)
    }
  const { RETENTION_DAYS: days, RETENTION_BYTES: bytes } = env
  const location = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }
  const database = await openDatabase(location, logFailure('a connection to the database broke'))
  // Only later workers of the same primary process use this file, so all claims belong to a process that died.
  if (database.dialect === 'sqlite' && (cluster.worker?.id ?? 1) === 1) await releaseClaims(database, now())
  const counters = createCounters(database, now)
  const queue = createStoredQueue(database, randomUUID())
  const delivery = ingest && startDelivery(queue, ingest, logFailure('the delivery queue cannot be read'))
  const locks = createLocks(storeLocation(location))
  const retention = createRetentionLoop(
    {
      measure: () => usedBytes(database),
      // One process at a time deletes. The others wait, so that they do not store beyond the limit in the meantime.
      retain: () =>
        locks.withLock('retention of reports', () => applyRetention(database, { days, bytes }, counters, now())),
    },
    // SQLite knows its size, but PostgreSQL has to count rows.
    { bytes, measureMs: database.dialect === 'sqlite' ? 0 : 10_000 },
    now,
    logFailure('retention failed'),
  )
  const stopping = new AbortController()
  const around = { fetch, now, random: Math.random }
  const sendNews = async () => webhook && runWebhook(database, webhook, around, locks.tryLock, stopping.signal)
  const announcing = webhook && repeat(sendNews, WEBHOOK.pollMs, logFailure('news of reports cannot be read'))
  const batcher = createBatcher<EnvelopeRecord>(
    async (records) => {
      await insertEnvelopes(database, records, ingest !== undefined, webhook !== undefined).catch((error: unknown) => {
        const fault = health.failed(error)
        // The fault is counted, so that the counters' next flush finds out when the store works again.
        if (fault) counters.count('store-failed', fault)
        throw error
      })
      health.worked()
      delivery?.wake()
      await retention.afterCommit()
    },
    { ...ENVELOPE_BATCH, sizeOf: ({ body }) => body.length, isItemError: isDataError },
  )
  const retaining = repeat(retention.run, INTERVALS_MS.retention, logFailure('retention failed'))
  const writeCounters = async (): Promise<void> => {
    if (health.current()) counters.count('store-failed', health.current() ?? '', 0)
    if (await counters.flush()) health.worked()
  }
  const counting = repeat(writeCounters, INTERVALS_MS.counters, logFailure('counters cannot be written'))
  const close = async (): Promise<void> => {
    // Aborts a request of the webhook that takes too long.
    setTimeout(() => stopping.abort(), DELIVERY.drainMs).unref()
    await Promise.all([retaining.stop(), counting.stop(), batcher.idle(), announcing?.stop()])
    await retention.idle()
    // The next process sends envelopes again that got no response in time.
    if (delivery) await withTimeout(DELIVERY.drainMs, delivery.stop())
    await counters.flush().catch(logFailure('counters cannot be written'))
    await database.db.destroy()
  }
  const limits = createTunnelLimits(env.TUNNEL_RATE_LIMIT, (local, rate) =>
    database.dialect === 'postgres' ? createStoredBuckets(database, rate, local, TUNNEL.clients) : local,
  )
  return { database, batcher, counters, limits, delivery, close }
}

/** Starts the store of reports: in the PostgreSQL of `DATABASE_URL` if it is set, else in `DATA_DIR/reports.db`. */
export const startStore = ((env, ingest): ReportStore => {
  const place = placeOf(storeLocation({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }))
  const webhook = webhookTarget(env)
  const health = createStoreHealth({ place, now, log })
  let isClosed = false
  let opened: Opened | undefined
  const requireOpen = (): Opened => {
    if (!opened) throw new Error('the store is not open')
    return opened
  }
  const openWithRetry = async (): Promise<Opened> => {
    for (;;) {
      try {
        opened = await open(env, ingest, webhook, health)
        health.worked()
        return opened
      } catch (error) {
        health.failed(error, classifyOpenError(error))
        await new Promise((resolve) => setTimeout(resolve, INTERVALS_MS.reopen).unref())
        if (isClosed) throw error
      }
    }
  }
  const opening = openWithRetry()
  opening.catch(() => {})

  const reports: ReportStore = {
    opened: async (limitMs) => opened !== undefined || (await withTimeout(limitMs, opening)) !== undefined,
    limits: () => requireOpen().limits,
    async accept(record) {
      await (opened ?? (await opening)).batcher.add(record)
      return true
    },
    count: (name, label, by) => opened?.counters.count(name, label, by),
    fault: health.current,
    async close() {
      isClosed = true
      await opened?.close()
      holder.current = undefined
    },
    database: () => requireOpen().database,
    place,
    ingest,
    webhook,
    failed: (error) => health.failed(error),
    wake: () => opened?.delivery?.wake(),
  }
  holder.current = reports
  return reports
}) satisfies StartReports
