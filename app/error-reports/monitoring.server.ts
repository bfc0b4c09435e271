import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Env } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'
import { type Dsn, LOCAL_DSN, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import { TUNNEL } from '#app/error-reports/ingest/tunnel-limits.ts'
import type { OpenStore } from '#app/error-reports/store/open-store.server.ts'
import { classifyOpenError, classifyQueryError } from '#app/database/database-errors.ts'
import { withTimeout } from '#app/error-reports/timers.ts'
import { createStoreHealth, type StoreFault, type StoreHealth } from '#app/error-reports/store/store-health.ts'
import { type BytesInFlight, createBytesInFlight } from '#app/server/http/bytes-in-flight.ts'
import { type Client, createClientReader } from '#app/server/http/forwarded.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import type { TunnelLimits } from '#app/error-reports/store/buckets.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { remember } from '#app/server/remember.server.ts'

/** The store, the delivery worker and the counters of this process, which are reached only through it. */
export type Monitoring = {
  /** The only accepted DSN: the configured one, or `LOCAL_DSN`. */
  dsn: Dsn
  /** True when an ingest is configured, to which reports are delivered. */
  forwards: boolean
  publicOrigin: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
  /** Waits up to `limitMs` for the store; resolves to true once it is open. */
  opened: (limitMs: number) => Promise<boolean>
  /** The open store, for the desk. @throws Error while it is not open */
  store: () => Store
  readClient: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Client
  /** The rate limits of clients. @throws Error while the store is not open */
  limits: () => TunnelLimits
  inFlight: BytesInFlight
  /** From 0 to 1. */
  random: () => number
  /** Resolves once the envelope is on the disk. @throws Error when it cannot be stored */
  accept: (record: EnvelopeRecord) => Promise<void>
  count: (name: string, label: string, by?: number) => void
  /** The store's file, or its database's URL without the password. */
  place: string
  /** Returns the reason why the store cannot be read or written at the moment, if there is one. */
  storeFault: () => StoreFault | undefined
  /** Records an error of a query. Returns the store's fault, or `undefined` for an error with another cause. */
  storeFailed: (error: unknown) => StoreFault | undefined
  /** Logs a failure of the tunnel. */
  failed: (error: unknown) => void
  /** Wakes the worker after envelopes were queued again. */
  wake: () => void
  /** Ends the worker after its requests, and closes the store. */
  close: () => Promise<void>
}

const holder = remember('monitoring', () => ({ current: undefined as Monitoring | undefined }))

/** Returns the monitoring of this process; `undefined` before the host has created it, and after it has closed it. */
export function getMonitoring(): Monitoring | undefined {
  return holder.current
}

/** Time between attempts to open an unavailable database, in milliseconds. */
const REOPEN_MS = 2_000

const now = (): number => Date.now()

/** Returns the store's file, or its database's host and name, for logs and the desk. */
function storePlace({ DATA_DIR, DATABASE_URL }: Env): string {
  if (DATABASE_URL === undefined) return path.resolve(DATA_DIR, 'reports.db')
  const { host, pathname } = new URL(DATABASE_URL)
  return host + pathname
}

/**
 * Opens the store; retries until the database is available. Its code is loaded with it: what comes before, such as the
 * first page of dev, does not wait for it.
 */
async function openWithRetry(
  open: (module: typeof import('#app/error-reports/store/open-store.server.ts')) => Promise<OpenStore>,
  health: StoreHealth,
  isClosed: () => boolean,
): Promise<OpenStore> {
  for (;;) {
    try {
      const opened = await open(await import('#app/error-reports/store/open-store.server.ts'))
      health.worked()
      return opened
    } catch (error) {
      health.failed(error, classifyOpenError(error))
      await new Promise((resolve) => setTimeout(resolve, REOPEN_MS).unref())
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
  if (holder.current) return holder.current

  const dsn = parseDsn(env.SENTRY_DSN ?? LOCAL_DSN)
  if (!dsn) throw new Error('SENTRY_DSN: its value is not allowed; it takes https://key@host/project')
  const forwards = env.SENTRY_DSN !== undefined && dsn.host !== 'errors.invalid'
  const readClient = createClientReader(env)

  const place = storePlace(env)
  const health = createStoreHealth({ place, now, log })
  let closed = false
  let parts: OpenStore | undefined
  let opening: Promise<OpenStore> | undefined
  const openStore = (): Promise<OpenStore> => {
    if (opening) return opening
    opening = openWithRetry(
      ({ openStore: open }) => open(env, dsn, forwards, health),
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
  const requireOpen = (): OpenStore => {
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
    readClient: ({ headers, socket }) =>
      readClient({ peer: socket.remoteAddress, header: (name) => headers[name]?.toString() }),
    limits: () => requireOpen().limits,
    inFlight: createBytesInFlight(TUNNEL.inFlight),
    random: Math.random,
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
      holder.current = undefined
    },
  }
  holder.current = monitoring
  return monitoring
}
