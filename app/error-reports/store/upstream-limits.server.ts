import type { Store } from '#app/error-reports/store/open-database.server.ts'

/** The category of the worker's own pause after failures. */
const UNREACHABLE = 'unreachable'

/** The rate limits and pauses of the delivery. Times are milliseconds since 1970. */
export type UpstreamState = {
  /** The end of the rate limit by category; `*` is every category. */
  limits: Readonly<Record<string, number>>
  /** The end of the worker's own pause after consecutive failures. */
  pausedUntil: number
  failures: number
}

/** Reads the limits that the processes on this store share. */
export async function readUpstream({ db }: Store): Promise<UpstreamState> {
  const rows = await db.selectFrom('limits').select(['category', 'until', 'failures']).execute()
  const pause = rows.find(({ category }) => category === UNREACHABLE)
  const limits = rows.filter(({ category }) => category !== UNREACHABLE)
  return {
    limits: Object.fromEntries(limits.map(({ category, until }) => [category, until])),
    pausedUntil: pause?.until ?? 0,
    failures: pause?.failures ?? 0,
  }
}

async function write(
  { db }: Store,
  rows: readonly { category: string; until: number; reason: string; failures: number }[],
): Promise<void> {
  await db
    .insertInto('limits')
    .values(rows.toSorted((a, b) => (a.category < b.category ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('category').doUpdateSet((eb) => ({
        until: eb.ref('excluded.until'),
        reason: eb.ref('excluded.reason'),
        failures: eb.ref('excluded.failures'),
      })),
    )
    .execute()
}

/** Stores the rate limits of the ingest by category. */
export async function writeLimits(store: Store, limits: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(limits).map(([category, until]) => ({
    category,
    until,
    reason: 'the ingest',
    failures: 0,
  }))
  if (rows.length > 0) await write(store, rows)
}

/** Stores the pause after a failure, or ends it with 0 failures. */
export async function writePause(store: Store, failures: number, until: number, reason: string): Promise<void> {
  await write(store, [{ category: UNREACHABLE, until, reason: reason.slice(0, 300), failures }])
}
