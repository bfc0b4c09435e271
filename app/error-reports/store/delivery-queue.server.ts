import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { StoredHeader } from '#app/error-reports/envelope/serialize-envelope.ts'

/** An envelope that this process is to send. */
export type Claimed = {
  envelope: number
  categories: readonly string[]
  taken: readonly string[]
  attempts: number
  receivedAt: number
  header: StoredHeader
  body: Uint8Array
  userAgent: string | null
  origin: string | null
}

/** What became of an attempt. Times are milliseconds since 1970. */
export type DeliveryOutcome = {
  envelope: number
  state: 'waiting' | 'aside' | 'done'
  /** When to try again; with another state, when it was settled. */
  nextAt: number
  attempts: number
  taken: readonly string[]
  /** `null` when there was no attempt: it was only put off. */
  answered: { at: number; status: number | null; reason: string | null } | null
}

/**
 * Takes the oldest envelopes that are due, for nobody else until the lease ends. What a process held when it died is
 * due again after its lease.
 *
 * @param most envelopes to take
 * @param leaseMs how long they are this process's
 */
export async function claimDue(
  { db, dialect }: Store,
  options: { owner: string; now: number; leaseMs: number; most: number },
): Promise<Claimed[]> {
  const { owner, now, leaseMs, most } = options
  const due = db
    .selectFrom('deliveries')
    .select('envelope')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('envelope')
    .limit(most)
    // SQLite has one writer at a time and knows no such words.
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
      taken: delivery.taken === '' ? [] : delivery.taken.split(' '),
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
 * Writes down what became of attempts, in one commit. An envelope whose lease ran out is another process's by now, and
 * is left to it.
 */
export async function completeDeliveries(
  { db }: Store,
  owner: string,
  settlements: readonly DeliveryOutcome[],
): Promise<void> {
  // Nearly all were delivered at the first attempt: they are one update.
  const groups = Map.groupBy(settlements, ({ state, envelope, attempts, taken, answered }) =>
    state === 'done' ? [attempts, taken, answered?.status].join() : `#${envelope}`,
  )
  await db.transaction().execute(async (transaction) => {
    for (const group of groups.values()) {
      const [{ state, nextAt, attempts, taken, answered }] = group as [DeliveryOutcome]
      await transaction
        .updateTable('deliveries')
        .set({
          state,
          next_at: nextAt,
          attempts,
          taken: taken.join(' '),
          claimed_by: null,
          ...(answered && { answered_at: answered.at, status: answered.status, reason: answered.reason }),
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

/** Gives back what a process of the same store held when it died. Only where there is one process: on SQLite. */
export async function releaseClaims({ db }: Store, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ claimed_by: null, next_at: now })
    .where('state', '=', 'waiting')
    .where('claimed_by', 'is not', null)
    .execute()
}

/** Makes everything due that waits, and ends the ingest's limits: their times mean nothing after a clock was set back. */
export async function resetSchedule({ db }: Store, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .execute()
  await db.deleteFrom('limits').execute()
}

/** When the next envelope is due; `undefined` when none waits. */
export async function nextDue({ db }: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_at').as('next'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.next ?? undefined
}

/** Sends envelopes again that were put aside. */
export async function retryDeadLetters({ db }: Store, envelopes: readonly number[], now: number): Promise<void> {
  if (envelopes.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', next_at: now, attempts: 0 })
    .where('state', '=', 'aside')
    .where('envelope', 'in', envelopes)
    .execute()
}
