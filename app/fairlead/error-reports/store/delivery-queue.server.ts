import { type SqlBool, sql } from 'kysely'
import type { DeliveryOutcome, DeliveryQueue, Limit } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import type { StoredHeader } from '#fairlead/error-reports/envelope/envelope-record.ts'
import type { Category } from '#fairlead/error-reports/envelope/validate-items.ts'
import { createBatcher } from '#fairlead/error-reports/store/group-commit.ts'
import { COUNTED } from '#fairlead/error-reports/store/problem-filters.ts'
import { dayOf, SHORT_MESSAGE, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** Literal, because SQLite would read all deliveries instead of the partial index. */
const OPEN_DELIVERY = sql<SqlBool>`deliveries.state <> 'done'`

function openDeliveries({ db }: ReportDatabase, state: 'waiting' | 'aside') {
  return db.selectFrom('deliveries').where('state', '=', state).where(OPEN_DELIVERY)
}

function updateWaiting({ db }: ReportDatabase) {
  return db.updateTable('deliveries').where('state', '=', 'waiting').where(OPEN_DELIVERY)
}

/** Releases the claims of a process that died. It is for SQLite, when no other process uses the file. */
export async function releaseClaims(database: ReportDatabase, now: number): Promise<void> {
  await updateWaiting(database).set({ claimed_by: null, next_at: now }).where('claimed_by', 'is not', null).execute()
}

export async function retryDeadLetters(
  { db }: ReportDatabase,
  envelopes: readonly number[],
  now: number,
): Promise<void> {
  if (envelopes.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', next_at: now, attempts: 0 })
    .where('state', '=', 'aside')
    .where('envelope', 'in', envelopes)
    .execute()
}

/** The name of the row in `limits` that has the state of the webhook. It is no category of an ingest. */
export const WEBHOOK_ROW = ':webhook'

/** Writes limits that the processes on this store share. */
export async function writeLimits({ db }: Pick<ReportDatabase, 'db'>, rows: readonly Limit[]): Promise<void> {
  if (rows.length === 0) return
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

/** The number of outcomes in one commit, and the milliseconds that a commit waits for more. */
const OUTCOMES = { maxItems: 16, waitMs: 5 }

/** Creates the queue of the store, which all processes on it share. `owner` identifies this process among them. */
export function createStoredQueue(database: ReportDatabase, owner: string): DeliveryQueue {
  const { db, dialect } = database
  const outcomes = createBatcher<DeliveryOutcome>(async (batch) => {
    // Nearly all are delivered at the first attempt, so one update covers all of them.
    const groups = Map.groupBy(batch, ({ state, envelope, attempts, accepted, response }) =>
      state === 'done' ? [attempts, accepted, response?.status].join() : `#${envelope}`,
    )
    await db.transaction().execute(async (transaction) => {
      for (const group of groups.values()) {
        const [{ state, nextAt, attempts, accepted, response }] = group as [DeliveryOutcome]
        const envelopes = group.map(({ envelope }) => envelope)
        const answer = response && { answered_at: response.at, status: response.status, reason: response.reason }
        await transaction
          .updateTable('deliveries')
          .set({ state, next_at: nextAt, attempts, taken: accepted.join(' '), claimed_by: null, ...answer })
          .where('envelope', 'in', envelopes)
          .where('claimed_by', '=', owner)
          .execute()
      }
    })
  }, OUTCOMES)

  return {
    async claim({ now, leaseMs, limit }) {
      const due = openDeliveries(database, 'waiting')
        .select('envelope')
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

      const byId = new Map(claimed.map((delivery) => [delivery.envelope, delivery]))
      const rows = await db
        .selectFrom('envelopes')
        .select(['id', 'received_at as receivedAt', 'header', 'body', 'user_agent as userAgent', 'origin'])
        .where('id', 'in', [...byId.keys()])
        .orderBy('id')
        .execute()
      return rows.flatMap(({ id, header, ...row }) => {
        const delivery = byId.get(id)
        if (!delivery) return []
        const { envelope, attempts, taken } = delivery
        const categories = delivery.categories.split(' ') as Category[]
        const accepted = taken === '' ? [] : taken.split(' ')
        return { ...row, header: JSON.parse(header) as StoredHeader, envelope, attempts, categories, accepted }
      })
    },
    complete: outcomes.add,
    async nextDue() {
      const due = openDeliveries(database, 'waiting').select(({ fn }) => fn.min('next_at').as('next'))
      return (await due.executeTakeFirst())?.next ?? undefined
    },
    async resetSchedule(now) {
      await updateWaiting(database).set({ next_at: now }).where('next_at', '>', now).execute()
      await db.deleteFrom('limits').execute()
    },
    readLimits: () => db.selectFrom('limits').selectAll().execute(),
    writeLimits: (limits) => writeLimits(database, limits),
  }
}

const MAX_RESPONSES = 20

const MAX_COUNTERS = 300

/**
 * Reads the state of the delivery: the numbers of waiting envelopes and dead letters (`failed`), each up to
 * `COUNTED.deliveries`, the latest responses, and the counters of lost reports. `counterCount` is the number of all
 * counters, also beyond the limit.
 *
 * @param days of counters, today included
 * @param now milliseconds since 1970
 */
export async function readDeliverySummary(database: ReportDatabase, days: number, now: number) {
  const { db } = database
  const counted = db
    .selectFrom('counters')
    .where('day', '>', Number(dayOf(now)) - days)
    .groupBy(['name', 'label'])
  const countOf = async (state: 'waiting' | 'aside') => {
    const open = openDeliveries(database, state).select('envelope').limit(COUNTED.deliveries)
    const { count } = await db
      .selectFrom(open.as('open'))
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const [waiting, failed, oldest, responses, limits, counters, total] = await Promise.all([
    countOf('waiting'),
    countOf('aside'),
    openDeliveries(database, 'waiting')
      .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
      .select('received_at')
      .orderBy('envelope')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('deliveries')
      .select(['envelope', 'state', 'attempts', 'answered_at', 'status', 'reason'])
      .where('answered_at', 'is not', null)
      .orderBy('envelope', 'desc')
      .limit(MAX_RESPONSES)
      .execute(),
    db
      .selectFrom('limits')
      .selectAll()
      .where('until', '>', now)
      .where('category', '<>', WEBHOOK_ROW)
      .orderBy('category')
      .execute(),
    counted
      .select(['name', 'label', ({ fn }) => fn.sum<number | string>(sql`count * 1.0`).as('count')])
      .orderBy('count', 'desc')
      .orderBy('name')
      .orderBy('label')
      .limit(MAX_COUNTERS)
      .execute(),
    db
      .selectFrom(counted.select(['name', 'label']).as('counted'))
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    waiting,
    failed,
    oldestAt: oldest?.received_at,
    responses: responses.toSorted((a, b) => (b.answered_at ?? 0) - (a.answered_at ?? 0)),
    limits,
    counters: counters.map(({ count, ...counter }) => ({ ...counter, count: Number(count) })),
    counterCount: Number(total.count),
  }
}

/** Deletes dead letters from the queue. Their reports stay in the store. */
export async function discardDeadLetters({ db }: ReportDatabase, envelopes: readonly number[]): Promise<void> {
  if (envelopes.length === 0) return
  await db.deleteFrom('deliveries').where('state', '=', 'aside').where('envelope', 'in', envelopes).execute()
}

export type Undelivered = Awaited<ReturnType<typeof listUndelivered>>[number]

/** Lists waiting envelopes and dead letters (`aside`), oldest first. */
export function listUndelivered(
  { db }: ReportDatabase,
  limit: number,
  states: readonly ('waiting' | 'aside')[] = ['waiting', 'aside'],
) {
  return db
    .selectFrom('deliveries')
    .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
    .leftJoin('reports', 'reports.envelope', 'envelopes.id')
    .select(['deliveries.envelope', 'deliveries.state', 'attempts', 'next_at', 'status', 'reason', 'answered_at'])
    .select(['envelopes.kind', 'event_id', 'envelopes.received_at', 'size', 'reports.id as report'])
    .select(SHORT_MESSAGE.$castTo<string | null>().as('message'))
    .where('deliveries.state', 'in', states)
    .where(OPEN_DELIVERY)
    .orderBy('deliveries.envelope')
    .limit(limit)
    .execute()
}
