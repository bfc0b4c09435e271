import { type SqlBool, sql } from 'kysely'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { StoredHeader } from '#app/error-reports/envelope/envelope-record.ts'

/** The condition of the index of deliveries that are not done: literal, or SQLite reads all deliveries instead. */
export const OPEN_DELIVERY = sql<SqlBool>`deliveries.state <> 'done'`

/** An envelope that this process has claimed for sending. */
export type Claimed = {
  envelope: number
  categories: readonly string[]
  /** Categories whose items the ingest has accepted already. */
  accepted: readonly string[]
  attempts: number
  receivedAt: number
  header: StoredHeader
  body: Uint8Array
  userAgent: string | null
  origin: string | null
}

/** The new state of a claimed envelope. Times are milliseconds since 1970. */
export type DeliveryOutcome = {
  envelope: number
  state: 'waiting' | 'aside' | 'done'
  /** The time of the next attempt; in another state than `waiting`, the time of the last. */
  nextAt: number
  attempts: number
  accepted: readonly string[]
  /** `null` when there was no attempt: it was only rescheduled. */
  response: { at: number; status: number | null; reason: string | null } | null
}

/**
 * Claims the oldest envelopes that are due; no other process gets them until the lease ends. When a process dies, its
 * envelopes are due again after their lease.
 *
 * @param options `limit` envelopes at most, for `leaseMs`; `now` in milliseconds since 1970
 */
export async function claimDue(
  { db, dialect }: Store,
  options: { owner: string; now: number; leaseMs: number; limit: number },
): Promise<Claimed[]> {
  const { owner, now, leaseMs, limit } = options
  const due = db
    .selectFrom('deliveries')
    .select('envelope')
    .where('state', '=', 'waiting')
    .where(OPEN_DELIVERY)
    .where('next_at', '<=', now)
    .orderBy('envelope')
    .limit(limit)
    // SQLite has one writer at a time, and no such clause.
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())

  const claimed = await db
    .updateTable('deliveries')
    .set({ claimed_by: owner, next_at: now + leaseMs })
    .where('envelope', 'in', due)
    .returning(['envelope', 'categories', 'taken', 'attempts'])
    .execute()
  if (claimed.length === 0) return []

  const rows = await db
    .selectFrom('envelopes')
    .select(['id', 'received_at', 'header', 'body', 'user_agent', 'origin'])
    .where(
      'id',
      'in',
      claimed.map(({ envelope }) => envelope),
    )
    .orderBy('id')
    .execute()
  const byId = new Map(claimed.map((delivery) => [delivery.envelope, delivery]))
  return rows.flatMap((row) => {
    const delivery = byId.get(row.id)
    if (!delivery) return []
    return {
      envelope: row.id,
      categories: delivery.categories.split(' '),
      accepted: delivery.taken === '' ? [] : delivery.taken.split(' '),
      attempts: delivery.attempts,
      receivedAt: row.received_at,
      header: JSON.parse(row.header) as StoredHeader,
      body: row.body,
      userAgent: row.user_agent,
      origin: row.origin,
    }
  })
}

/**
 * Stores the outcomes of attempts, in one commit. Skips envelopes whose lease has ended, because another process may
 * have claimed them.
 */
export async function completeDeliveries(
  { db }: Store,
  owner: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  // Nearly all are delivered at the first attempt: one update for all of those.
  const groups = Map.groupBy(outcomes, ({ state, envelope, attempts, accepted, response }) =>
    state === 'done' ? [attempts, accepted, response?.status].join() : `#${envelope}`,
  )
  await db.transaction().execute(async (transaction) => {
    for (const group of groups.values()) {
      const [{ state, nextAt, attempts, accepted, response }] = group as [DeliveryOutcome]
      await transaction
        .updateTable('deliveries')
        .set({
          state,
          next_at: nextAt,
          attempts,
          taken: accepted.join(' '),
          claimed_by: null,
          ...(response && { answered_at: response.at, status: response.status, reason: response.reason }),
        })
        .where(
          'envelope',
          'in',
          group.map(({ envelope }) => envelope),
        )
        .where('claimed_by', '=', owner)
        .execute()
    }
  })
}

/** Releases the claims of a process that died. For SQLite, when no other process is on the file. */
export async function releaseClaims({ db }: Store, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ claimed_by: null, next_at: now })
    .where('state', '=', 'waiting')
    .where(OPEN_DELIVERY)
    .where('claimed_by', 'is not', null)
    .execute()
}

/** Makes every waiting envelope due and ends the ingest's rate limits, for a clock that was set back. */
export async function resetSchedule({ db }: Store, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('state', '=', 'waiting')
    .where(OPEN_DELIVERY)
    .where('next_at', '>', now)
    .execute()
  await db.deleteFrom('limits').execute()
}

/** Returns the time at which the next envelope is due; `undefined` when none waits. */
export async function nextDue({ db }: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_at').as('next'))
    .where('state', '=', 'waiting')
    .where(OPEN_DELIVERY)
    .executeTakeFirst()
  return row?.next ?? undefined
}

/** Queues dead letters again. */
export async function retryDeadLetters({ db }: Store, envelopes: readonly number[], now: number): Promise<void> {
  if (envelopes.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', next_at: now, attempts: 0 })
    .where('state', '=', 'aside')
    .where('envelope', 'in', envelopes)
    .execute()
}

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
