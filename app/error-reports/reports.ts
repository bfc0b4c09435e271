import type { DatabaseFault } from '#app/database/database-errors.ts'
import type { Dsn } from '#app/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import type { TunnelLimits } from '#app/error-reports/ingest/tunnel-limits.server.ts'
import type { Env } from '#app/server/env.server.ts'

/** The place of reports behind the tunnel: the store of the report desk, or without that part a queue in memory. */
export type Reports = {
  /** Waits up to `limitMs` until reports can be accepted; resolves to true then. */
  opened: (limitMs: number) => Promise<boolean>
  /** The rate limits of clients. @throws Error before it is open */
  limits: () => TunnelLimits
  /**
   * Resolves to true once the envelope is on the disk, or without a store in the queue; to false when there is neither a
   * store nor an ingest, and it was dropped.
   *
   * @throws Error when it cannot be accepted
   */
  accept: (record: EnvelopeRecord) => Promise<boolean>
  /** Adds to a counter of the desk. */
  count: (name: string, label: string, by?: number) => void
  /** Returns the reason why reports cannot be accepted at the moment, if there is one. */
  fault: () => DatabaseFault | undefined
  /** Ends the delivery after its requests. */
  close: () => Promise<void>
}

/** Starts the place of reports. `ingest` is where they are delivered, if anywhere. */
export type StartReports = (env: Env, ingest: Dsn | undefined) => Reports
