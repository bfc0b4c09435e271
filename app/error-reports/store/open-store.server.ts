import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { Env } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'
import { sendEnvelope } from '#app/error-reports/delivery/send-envelope.server.ts'
import {
  createWorker,
  DELIVERY,
  type DeliveryScheduler,
  startScheduler,
} from '#app/error-reports/delivery/worker.server.ts'
import type { Dsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { repeat } from '#app/error-reports/timers.ts'
import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { type Batcher, createBatcher, ENVELOPE_BATCH } from '#app/error-reports/store/group-commit.ts'
import { type Counters, createCounters } from '#app/error-reports/store/counters.server.ts'
import { createLocks } from '#app/database/lock.server.ts'
import { isDataError } from '#app/database/database-errors.ts'
import { openDatabase, type Store, storeLocation } from '#app/error-reports/store/open-database.server.ts'
import { releaseClaims } from '#app/error-reports/store/delivery-queue.server.ts'
import { applyRetention, createRetentionLoop, usedBytes } from '#app/error-reports/store/retention.server.ts'
import type { StoreHealth } from '#app/error-reports/store/store-health.ts'
import { createTunnelLimits, type TunnelLimits } from '#app/error-reports/store/buckets.server.ts'

/** Time between two writes of the counters, in milliseconds. */
const COUNTERS_MS = 2_000

/** Time between two runs of retention, in milliseconds. */
const RETENTION_MS = 300_000

const now = (): number => Date.now()

/** The store once it is open, and what reads and writes it. */
export type OpenStore = {
  store: Store
  batcher: Batcher<EnvelopeRecord>
  counters: Counters
  limits: TunnelLimits
  wake: () => void
  close: () => Promise<void>
}

/** Creates loggers of errors, except of the store's faults, which `health` logs once a minute. */
function failureLogger(health: StoreHealth) {
  return (message: string) =>
    (error: unknown): void => {
      if (!health.failed(error)) log.error({ err: error }, message)
    }
}

type LogFailure = ReturnType<typeof failureLogger>

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

function startRetention(store: Store, env: Env, counters: Counters, logFailure: LogFailure) {
  const { RETENTION_DAYS: days, RETENTION_BYTES: bytes, DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env
  const { withLock } = createLocks(storeLocation({ dataDir, databaseUrl }))
  const tasks = {
    measure: () => usedBytes(store),
    // One process at a time: the others wait, so that they do not store beyond the limit meanwhile.
    retain: () => withLock('retention of reports', () => applyRetention(store, { days, bytes }, counters, now())),
  }
  // SQLite knows its size; PostgreSQL counts rows.
  const measureMs = store.dialect === 'sqlite' ? 0 : 10_000
  return createRetentionLoop(tasks, { bytes, measureMs }, now, logFailure('retention failed'))
}

/**
 * Opens the store and starts its retention, and its delivery if reports are forwarded.
 *
 * @throws Error when the database cannot be opened
 */
export async function openStore(env: Env, dsn: Dsn, forwards: boolean, health: StoreHealth): Promise<OpenStore> {
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
    { ...ENVELOPE_BATCH, sizeOf: ({ body }) => body.length, isItemError: isDataError },
  )
  const stopRetention = repeat(retention.run, RETENTION_MS, logFailure('retention failed'))
  const writeCounters = async (): Promise<void> => {
    if (health.current()) counters.count('store-failed', health.current() ?? '', 0)
    if (await counters.flush()) health.worked()
  }
  const stopCounters = repeat(writeCounters, COUNTERS_MS, logFailure('counters cannot be written'))
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
    limits: createTunnelLimits(store, env.TUNNEL_RATE_LIMIT),
    close,
    wake: () => loop?.wake(),
  }
}
