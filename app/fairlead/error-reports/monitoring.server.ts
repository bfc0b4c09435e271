import type { IncomingMessage } from 'node:http'
import { type DatabaseFault, classifyQueryError } from '#fairlead/database/database-errors.ts'
import { type Dsn, LOCAL_DSN, parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { type TunnelLimits, createTunnelLimits, TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { createMemoryQueue } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import { DELIVERY, startDelivery } from '#fairlead/error-reports/delivery/worker.server.ts'
import { withTimeout } from '#fairlead/error-reports/timers.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { type BytesInFlight, createBytesInFlight } from '#fairlead/platform/http/bytes-in-flight.ts'
import { type Client, createClientReader } from '#fairlead/platform/http/forwarded.ts'
import { remember } from '#fairlead/platform/remember.server.ts'

/**
 * The part of the monitoring that takes reports: the store of the report desk, or a queue in memory if the application
 * has no report desk.
 */
export type Reports = {
  /** Waits up to `limitMs`; resolves to true if reports can be accepted. */
  opened: (limitMs: number) => Promise<boolean>
  /** @throws Error before the store is open */
  limits: () => TunnelLimits
  /**
   * Resolves to true when the envelope is on the disk or in the queue; to false if it was dropped.
   *
   * @throws Error if it cannot be accepted
   */
  accept: (record: EnvelopeRecord) => Promise<boolean>
  count: (name: string, label: string, by?: number) => void
  /** Returns the reason why reports cannot be accepted at the moment, if there is one. */
  fault: () => DatabaseFault | undefined
  close: () => Promise<void>
}

/** Starts the store or the queue of reports. They are delivered to `ingest`, if there is one. */
export type StartReports = (env: Env, ingest: Dsn | undefined) => Reports

/**
 * Starts the replacement of the store in an application without a report desk: envelopes wait for the ingest in memory,
 * so a process that is killed loses them. Without an ingest they are dropped.
 */
export const startUnstored: StartReports = ({ TUNNEL_RATE_LIMIT }, ingest) => {
  const limits = createTunnelLimits(TUNNEL_RATE_LIMIT)
  const queue = createMemoryQueue()
  const delivery = ingest && startDelivery(queue, ingest, (error) => log.error({ err: error }, 'the delivery failed'))
  return {
    opened: async () => true,
    limits: () => limits,
    async accept(record) {
      if (!delivery) return false
      if (!queue.add(record)) throw new Error('too many reports wait for the ingest')
      delivery.wake()
      return true
    },
    count: () => {},
    fault: () => undefined,
    async close() {
      await withTimeout(DELIVERY.drainMs, delivery?.drain() ?? Promise.resolve())
    },
  }
}

export type Monitoring = Reports & {
  /** The only accepted DSN: the configured one, or `LOCAL_DSN`. */
  dsn: Dsn
  publicOrigin: string | undefined
  readClient: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Client
  inFlight: BytesInFlight
  failed: (error: unknown) => void
}

const holder = remember('monitoring', () => ({ current: undefined as Monitoring | undefined }))

/**
 * Returns the monitoring of this process; `undefined` before the host has created it, and after the host has closed it.
 */
export function getMonitoring(): Monitoring | undefined {
  return holder.current
}

/** Loads the store, if the application has a part that shows the reports. */
const loadStore = import.meta.env.VITE_STORES_REPORTS
  ? () => import('#fairlead/error-reports/store/report-store.server.ts')
  : undefined

async function startReports(...args: Parameters<StartReports>): Promise<Reports> {
  return loadStore ? (await loadStore()).startStore(...args) : startUnstored(...args)
}

/** `delayMs`: the store is opened after this time, unless something needs it before. `start` is for tests. */
type Options = { delayMs?: number; start?: (...args: Parameters<StartReports>) => Promise<Reports> | Reports }

/**
 * Starts the monitoring of this process, or returns the running one: the store of reports and, with a `SENTRY_DSN`,
 * their delivery. Does not wait for the database: until it is available, the tunnel responds with 503. The store's code
 * is loaded when the store opens, so that the first page of dev does not wait for it.
 *
 * @throws Error if `SENTRY_DSN` is not a DSN
 */
export function createMonitoring(env: Env, { delayMs = 0, start = startReports }: Options = {}): Monitoring {
  if (holder.current) return holder.current

  const dsn = parseDsn(env.SENTRY_DSN ?? LOCAL_DSN)
  if (!dsn) throw new Error('SENTRY_DSN: its value is not allowed; it takes https://key@host/project')
  const ingest = env.SENTRY_DSN !== undefined && dsn.host !== 'errors.invalid' ? dsn : undefined
  const readClient = createClientReader(env)

  let reports: Reports | undefined
  let starting: Promise<Reports> | undefined
  const started = (): Promise<Reports> =>
    (starting ??= Promise.resolve(start(env, ingest)).then((value) => (reports = value)))
  const timer = setTimeout(() => void started(), delayMs).unref()

  const monitoring: Monitoring = {
    dsn,
    publicOrigin: env.PUBLIC_ORIGIN,
    opened: async (limitMs) => (await withTimeout(limitMs, started()))?.opened(limitMs) ?? false,
    limits() {
      if (!reports) throw new Error('the store is not open')
      return reports.limits()
    },
    readClient: ({ headers, socket }) =>
      readClient({ peer: socket.remoteAddress, header: (name) => headers[name]?.toString() }),
    inFlight: createBytesInFlight(TUNNEL.inFlight),
    async accept(record) {
      const { accept, count } = reports ?? (await started())
      for (const { reason, category, quantity } of record.clientDiscards) {
        count('lost-in-browser', `${category}:${reason}`, quantity)
      }
      return accept(record)
    },
    count: (name, label, by) => reports?.count(name, label, by),
    fault: () => reports?.fault(),
    // A visitor's broken connection looks like the database's. The store logs the faults of the database itself.
    failed: (error) => {
      if (!reports?.fault() || !classifyQueryError(error)) log.error({ err: error }, 'the tunnel failed')
    },
    async close() {
      clearTimeout(timer)
      await reports?.close()
      holder.current = undefined
    },
  }
  holder.current = monitoring
  return monitoring
}
