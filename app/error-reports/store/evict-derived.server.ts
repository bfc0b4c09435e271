import { type RawBuilder, sql } from 'kysely'
import { RETENTION } from '#app/error-reports/limits.ts'
import type { Derived } from '#app/error-reports/store/plan-eviction.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'

const NO_REPORT = sql`not exists (select 1 from reports where reports.fingerprint = problems.fingerprint)`

/** Rows to delete, in `order` (by default the order of insertion). */
type Step = { where: RawBuilder<unknown>; order?: RawBuilder<unknown> }

/** Rows of each table by importance, the least first. A flood of made-up names consists of rows that count 1. */
const STEPS: Record<Exclude<Derived, 'words'>, readonly Step[]> = {
  tallies: [
    { where: sql`name = 'tab' and count = 1` },
    { where: sql`name = 'tab'` },
    { where: sql`name <> 'day' and count = 1` },
    { where: sql`name <> 'day'` },
    { where: sql`true` },
  ],
  // Problems with reports are deleted after their reports. Ignored ones would come back as new, so they are the last.
  problems: [
    { where: sql`state <> 'ignored' and ${NO_REPORT}`, order: sql`last_at` },
    { where: NO_REPORT, order: sql`last_at` },
  ],
  vitals: [
    { where: sql`count = 1`, order: sql`day` },
    { where: sql`true`, order: sql`day` },
  ],
  counters: [{ where: sql`true`, order: sql`day` }],
  buckets: [{ where: sql`true`, order: sql`at` }],
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Deletes the search terms of the least recent problems. A search then finds those by kind, message and route only. */
async function deleteTerms({ db }: Store, rows: number): Promise<number> {
  let deleted = 0
  let after: { last_at: number; fingerprint: string } | undefined
  while (deleted < rows) {
    const problems = await db
      .selectFrom('problems')
      .select(['last_at', 'fingerprint'])
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('last_at', 'fingerprint'), '>', eb.tuple(after?.last_at ?? 0, after?.fingerprint ?? '')),
        ),
      )
      .orderBy('last_at')
      .orderBy('fingerprint')
      .limit(20)
      .execute()
    after = problems.at(-1)
    if (!after) break
    const fingerprints = problems.map(({ fingerprint }) => fingerprint)
    const { numDeletedRows } = await db
      .deleteFrom('words')
      .where('fingerprint', 'in', fingerprints)
      .executeTakeFirstOrThrow()
    deleted += Number(numDeletedRows)
    await nextTurn()
  }
  return deleted
}

async function deleteRows({ db, dialect }: Store, table: Exclude<Derived, 'words'>, rows: number): Promise<number> {
  const row = sql.raw(dialect === 'sqlite' ? 'rowid' : 'ctid')
  let deleted = 0
  for (const { where, order = row } of STEPS[table]) {
    while (deleted < rows) {
      const most = Math.min(RETENTION.rows, rows - deleted)
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${row} in (
        select ${row} from ${sql.table(table)} where ${where} order by ${order} limit ${most})`.execute(db)
      deleted += Number(numAffectedRows)
      if (numAffectedRows === 0n) break
      await nextTurn()
    }
  }
  return deleted
}

/**
 * Deletes a share of a table that is derived from reports, the least important rows first, in chunks.
 *
 * @param share of the rows of the table, from 0 to 1
 * @returns the share that was deleted, which is less when the other rows are still needed, and the number of rows
 */
export async function evictDerived(
  store: Store,
  table: Derived,
  share: number,
): Promise<{ share: number; rows: number }> {
  const { count } = await store.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { share: 0, rows: 0 }
  const most = Math.ceil(count * share)
  const rows = await (table === 'words' ? deleteTerms(store, most) : deleteRows(store, table, most))
  return { share: rows / count, rows }
}
