import type { Dsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { StoreFault } from '#app/error-reports/store/store-fault.ts'
import type { Allowed } from '#app/error-reports/ingest/rate-limiter.server.ts'

/**
 * The store, the worker and the counters of this process.
 *
 * There is one for the process, though its code is bundled three times: with the host, with the tunnel and with the
 * application. Two stores would be two writers and two workers, so the host opens it and the others find it on
 * `globalThis` under a symbol that all bundles share. They reach the database through it, too: no bundle but the host's
 * opens one.
 */
export type Monitoring = {
  /** The only DSN that is taken: the configured one, or the one that stands in for none. */
  dsn: Dsn
  /** Whether there is an ingest to deliver to. */
  forwards: boolean
  publicOrigin: string | undefined
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether the store is open, waiting up to `limitMs` for it. */
  opened: (limitMs: number) => Promise<boolean>
  /** The open store, for the desk. @throws Error while it is not open */
  store: () => Store
  /** Whether a client may send another report. */
  allow: (socketAddress: string | undefined, forwardedFor: string) => Allowed | Promise<Allowed>
  /** Resolves once the envelope is on the disk. @throws Error when it cannot be stored */
  accept: (record: EnvelopeRecord) => Promise<void>
  count: (name: string, label: string, by?: number) => void
  /** Where the store is: a file, or a database without its password. */
  place: string
  /** Why the store cannot be read or written at the moment. */
  storeFault: () => StoreFault | undefined
  /** Notes an error of a query. Returns the fault that it tells of, or `undefined` when the store is not to blame. */
  storeFailed: (error: unknown) => StoreFault | undefined
  /** Logs a failure that nobody else hears of. */
  failed: (error: unknown) => void
  /** Wakes the worker after something was put back in the queue. */
  wake: () => void
  /** Ends the worker when its requests are answered, and closes the store. */
  close: () => Promise<void>
}

const KEY = Symbol.for('fairlead.monitoring')

type Holder = { [KEY]?: Monitoring }

/** The monitoring of this process; `undefined` before the host has started it. */
export function getMonitoring(): Monitoring | undefined {
  return (globalThis as Holder)[KEY]
}

/** Makes `monitoring` the one of this process. */
export function setMonitoring(monitoring: Monitoring): void {
  ;(globalThis as Holder)[KEY] = monitoring
}
