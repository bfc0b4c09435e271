import type { Selectable } from 'kysely'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'

/** Answers of the ingest that are named. */
const ANSWERS = 20

/** Counts that are read, the highest first: their labels come from outside. */
const COUNTERS = 1_000

/** What waits for the ingest and what became of the last that was sent. Times are milliseconds since 1970. */
export type DeliverySummary = {
  waiting: number
  aside: number
  oldestAt: number | undefined
  answers: Pick<
    Selectable<ReportTables['deliveries']>,
    'envelope' | 'state' | 'attempts' | 'answered_at' | 'status' | 'reason'
  >[]
  limits: Selectable<ReportTables['limits']>[]
  counters: { name: string; label: string; count: number }[]
}

/** How things stand with the ingest, and what was lost on the way to here. */
export async function readDeliverySummary({ db }: Store, days: number, now: number): Promise<DeliverySummary> {
  const [states, oldest, answers, limits, counters] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select(['state', ({ fn }) => fn.countAll<number | string>().as('count')])
      .where('state', 'in', ['waiting', 'aside'])
      .where('state', '<>', 'done')
      .groupBy('state')
      .execute(),
    db
      .selectFrom('deliveries')
      .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
      .select('received_at')
      .where('state', '=', 'waiting')
      .where('state', '<>', 'done')
      .orderBy('envelope')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('deliveries')
      .select(['envelope', 'state', 'attempts', 'answered_at', 'status', 'reason'])
      .where('answered_at', 'is not', null)
      .orderBy('envelope', 'desc')
      .limit(ANSWERS)
      .execute(),
    db.selectFrom('limits').selectAll().where('until', '>', now).orderBy('category').execute(),
    db
      .selectFrom('counters')
      .select(['name', 'label', ({ fn }) => fn.sum<number | string>('count').as('count')])
      .where('day', '>', Number(dayOf(now)) - days)
      .groupBy(['name', 'label'])
      .orderBy('count', 'desc')
      .orderBy('name')
      .orderBy('label')
      .limit(COUNTERS)
      .execute(),
  ])
  const countOf = (state: string) => Number(states.find((row) => row.state === state)?.count ?? 0)
  return {
    waiting: countOf('waiting'),
    aside: countOf('aside'),
    oldestAt: oldest?.received_at,
    answers: answers.toSorted((a, b) => (b.answered_at ?? 0) - (a.answered_at ?? 0)),
    limits,
    counters: counters.map(({ count, ...counter }) => ({ ...counter, count: Number(count) })),
  }
}

/** What was put aside, oldest first, with what it holds. */
export function listDeadLetters({ db }: Store, most: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
    .leftJoin('reports', 'reports.envelope', 'envelopes.id')
    .select(['deliveries.envelope', 'attempts', 'status', 'reason', 'answered_at'])
    .select(['envelopes.kind', 'envelopes.received_at', 'size', 'reports.id as report', 'reports.message'])
    .where('deliveries.state', '=', 'aside')
    .orderBy('deliveries.envelope')
    .limit(most)
    .execute()
}

/** Gives up sending what was put aside. The reports stay here. */
export async function discardDeadLetters({ db }: Store, envelopes: readonly number[]): Promise<void> {
  if (envelopes.length === 0) return
  await db.deleteFrom('deliveries').where('state', '=', 'aside').where('envelope', 'in', envelopes).execute()
}
