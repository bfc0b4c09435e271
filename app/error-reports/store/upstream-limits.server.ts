import type { Store } from '#app/error-reports/store/open-database.server.ts'

/** The row for the worker's own pause after failures. */
const UNREACHABLE = 'unreachable'

/** What keeps the worker from sending. Times are milliseconds since 1970. */
export type UpstreamState = {
  /** Until when the ingest wants nothing of a category; `*` is every category. */
  limits: Readonly<Record<string, number>>
  /** The worker's own pause after failures in a row. */
  pausedUntil: number
  failures: number
}

/** What the processes on this store know of the ingest. */
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

/** Keeps limits that the ingest set, by category. */
export async function writeLimits(store: Store, limits: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(limits).map(([category, until]) => ({
    category,
    until,
    reason: 'the ingest',
    failures: 0,
  }))
  if (rows.length > 0) await write(store, rows)
}

/** Keeps the pause after a failure, or with no failures ends it. */
export async function writePause(store: Store, failures: number, until: number, reason: string): Promise<void> {
  await write(store, [{ category: UNREACHABLE, until, reason: reason.slice(0, 300), failures }])
}
