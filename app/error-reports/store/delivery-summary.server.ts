import type { Selectable } from 'kysely'
import { COUNTED } from '#app/error-reports/store/problem-filters.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { OPEN_DELIVERY } from '#app/error-reports/store/delivery-queue.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'
import { WEBHOOK_ROW } from '#app/error-reports/store/webhook.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'

/** Listed responses of the ingest. */
const MAX_RESPONSES = 20

/** Listed counters, the highest first. */
const MAX_COUNTERS = 1_000

/**
 * The numbers of waiting envelopes and dead letters (`failed`), each up to `COUNTED.deliveries`, and the latest
 * responses. Times are ms since 1970.
 */
export type DeliverySummary = {
  waiting: number
  failed: number
  oldestAt: number | undefined
  responses: Pick<
    Selectable<ReportTables['deliveries']>,
    'envelope' | 'state' | 'attempts' | 'answered_at' | 'status' | 'reason'
  >[]
  limits: Selectable<ReportTables['limits']>[]
  counters: { name: string; label: string; count: number }[]
  /** Number of counters, also of those beyond the limit of `counters`. */
  counterCount: number
}

/**
 * Reads the state of the delivery, and the counters of reports that were lost.
 *
 * @param days of counters, today included
 * @param now milliseconds since 1970
 */
export async function readDeliverySummary({ db }: Store, days: number, now: number): Promise<DeliverySummary> {
  const counted = db
    .selectFrom('counters')
    .where('day', '>', Number(dayOf(now)) - days)
    .groupBy(['name', 'label'])
  const countOf = async (state: 'waiting' | 'aside') => {
    const open = db.selectFrom('deliveries').select('envelope').where('state', '=', state).where(OPEN_DELIVERY)
    const { count } = await db
      .selectFrom(open.limit(COUNTED.deliveries).as('open'))
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const [waiting, failed, oldest, responses, limits, counters, total] = await Promise.all([
    countOf('waiting'),
    countOf('aside'),
    db
      .selectFrom('deliveries')
      .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
      .select('received_at')
      .where('state', '=', 'waiting')
      .where(OPEN_DELIVERY)
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
      .select(['name', 'label', ({ fn }) => fn.sum<number | string>('count').as('count')])
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

/** Lists dead letters, oldest first, with their reports. */
export function listDeadLetters({ db }: Store, limit: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
    .leftJoin('reports', 'reports.envelope', 'envelopes.id')
    .select(['deliveries.envelope', 'attempts', 'status', 'reason', 'answered_at'])
    .select(['envelopes.kind', 'envelopes.received_at', 'size', 'reports.id as report', 'reports.message'])
    .where('deliveries.state', '=', 'aside')
    .where(OPEN_DELIVERY)
    .orderBy('deliveries.envelope')
    .limit(limit)
    .execute()
}

/** Deletes dead letters from the queue. Their reports stay in the store. */
export async function discardDeadLetters({ db }: Store, envelopes: readonly number[]): Promise<void> {
  if (envelopes.length === 0) return
  await db.deleteFrom('deliveries').where('state', '=', 'aside').where('envelope', 'in', envelopes).execute()
}

/** An envelope that the ingest has not accepted. */
export type Undelivered = Pick<
  Selectable<ReportTables['deliveries']>,
  'envelope' | 'state' | 'attempts' | 'next_at' | 'status' | 'reason' | 'answered_at'
> &
  Pick<Selectable<ReportTables['envelopes']>, 'kind' | 'event_id' | 'received_at' | 'size'>

/** Lists waiting envelopes and dead letters, oldest first. */
export function listUndelivered({ db }: Store, limit: number): Promise<Undelivered[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
    .select(['envelope', 'state', 'attempts', 'next_at', 'status', 'reason', 'answered_at'])
    .select(['kind', 'event_id', 'received_at', 'size'])
    .where('state', 'in', ['waiting', 'aside'])
    .where(OPEN_DELIVERY)
    .orderBy('envelope')
    .limit(limit)
    .execute()
}
