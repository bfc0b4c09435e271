import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  createStoredQueue,
  releaseClaims,
  listUndelivered,
  readDeliverySummary,
} from '#fairlead/error-reports/store/delivery-queue.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

const { current } = withStore('sqlite')

/** Returns how SQLite reads the table of deliveries in the queries that `run` makes. */
async function plansOf(run: (store: ReportDatabase) => Promise<unknown>): Promise<string[]> {
  const { db } = current()
  const queries: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await run({ ...current(), db: db.withPlugin(recorder) })
  const plans: string[] = []
  for (const { sql: text, parameters } of queries) {
    const explain = { ...sql`select 1`.compile(db), sql: `explain query plan ${text}`, parameters }
    const explained = await db.executeQuery<{ detail: string }>(explain)
    plans.push(...explained.rows.map(({ detail }) => detail).filter((detail) => / deliveries\b/.test(detail)))
  }
  return plans
}

// Nearly all of a million deliveries are done, or wait while the ingest is away: no query may read all of them.
describe('the queries of deliveries', () => {
  it.each<[string, (store: ReportDatabase) => Promise<unknown>]>([
    ['claiming', (store) => createStoredQueue(store, 'a').claim({ now: 1, leaseMs: 1, limit: 8 })],
    ['the next due', (store) => createStoredQueue(store, 'a').nextDue()],
    ['releasing claims', (store) => releaseClaims(store, 1)],
    ['a clock set back', (store) => createStoredQueue(store, 'a').resetSchedule(1)],
    ['dead letters', (store) => listUndelivered(store, 20, ['aside'])],
    ['what is not delivered', (store) => listUndelivered(store, 20)],
    ['the summary', (store) => readDeliverySummary(store, 30, 1)],
  ])('use an index for %s', async (_, run) => {
    const plans = await plansOf(run)
    expect(plans).not.toEqual([])
    for (const plan of plans) {
      expect(plan).toMatch(/INDEX (deliveries_open|deliveries_answered)|^SEARCH deliveries .*\(envelope=\?\)/)
    }
  })
})
