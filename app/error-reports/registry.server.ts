import type { IncomingMessage } from 'node:http'
import type { Dsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { StoreFault } from '#app/error-reports/store/store-fault.ts'
import type { BytesInFlight } from '#app/server/http/bytes-in-flight.ts'
import type { Client } from '#app/server/http/forwarded.ts'
import type { Limiter } from '#app/server/http/shared-buckets.server.ts'
import type { TokenBuckets } from '#app/server/http/token-bucket.ts'
import type { Shared } from '#app/server/shared-object.server.ts'

/** The rate limits of clients: of requests, and of spans, which are sampled beyond it. */
export type TunnelLimits = { requests: Limiter; spans: Pick<Shared<TokenBuckets>, 'take'> }

/**
 * The store, the delivery worker and the counters of this process.
 *
 * The process has one of them, although the code is bundled three times: with the host, the tunnel and the application.
 * Two would be two writers and two workers, so the host creates it, and the other bundles find it on `globalThis` under
 * a shared symbol. They reach the database only through it.
 */
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

const KEY = Symbol.for('fairlead.monitoring')

type Holder = { [KEY]?: Monitoring }

/** Returns the monitoring of this process; `undefined` before the host has created it. */
export function getMonitoring(): Monitoring | undefined {
  return (globalThis as Holder)[KEY]
}

/** Sets the monitoring of this process. */
export function setMonitoring(monitoring: Monitoring): void {
  ;(globalThis as Holder)[KEY] = monitoring
}
