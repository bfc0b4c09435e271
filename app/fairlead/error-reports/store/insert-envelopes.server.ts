import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import {
  countEqual,
  dayOf,
  type ReportTables,
  type ReportDatabase,
  TALLIES,
  type Tally,
} from '#fairlead/error-reports/store/schema.ts'
import { measurementRows } from '#fairlead/error-reports/store/vitals.server.ts'
import { indexFeedback, indexReports } from '#fairlead/error-reports/store/search-index.server.ts'

/** Values bound to one statement: SQLite takes 32 766, PostgreSQL 65 535. */
const MAX_PARAMETERS = 30_000

/** The overhead of a stored envelope: its rows and their indexes, in bytes. */
const ROW_BYTES = 1_024

type Row<Table extends keyof ReportTables> = Insertable<ReportTables[Table]>

type Report = Selectable<ReportTables['reports']>

/** Inserts rows with the same columns, in as many statements as necessary, and returns the results of all. */
async function inChunks<T extends object, Result>(
  rows: readonly T[],
  insert: (chunk: T[]) => { execute: () => Promise<Result[]> },
): Promise<Result[]> {
  const size = Math.floor(MAX_PARAMETERS / Math.max(1, Object.keys(rows[0] ?? {}).length))
  const results: Result[] = []
  for (let from = 0; from < rows.length; from += size) {
    results.push(...(await insert(rows.slice(from, from + size)).execute()))
  }
  return results
}

/** Sorts rows by key: all processes lock rows in the same order, so that they cannot deadlock. */
function sortRows<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function envelopeRow(record: EnvelopeRecord): Row<'envelopes'> {
  const header = JSON.stringify(record.header)
  return {
    key: record.key,
    kind: record.kind,
    event_id: record.eventId ?? null,
    trace_id: record.traceId,
    received_at: record.receivedAt,
    header,
    body: record.body,
    size: header.length + record.body.length + ROW_BYTES,
    user_agent: record.userAgent,
    origin: record.origin,
  }
}

function reportRow({ eventId, report, receivedAt }: EnvelopeRecord, envelope: number): Report | undefined {
  if (!report || eventId === undefined) return undefined
  const { traceId, ...columns } = report
  return { ...columns, id: eventId, envelope, received_at: receivedAt, trace_id: traceId }
}

/** Returns one row for each problem with new reports, because an upsert may change a row only once. */
function problemRows(reports: readonly Report[], announce: boolean): Row<'problems'>[] {
  const groups = Map.groupBy(reports, ({ fingerprint }) => fingerprint)
  const rows = [...groups.values()].map((group): Row<'problems'> => {
    const [{ fingerprint, side, kind, message, route, release, received_at: at }] = group as [Report]
    return {
      fingerprint,
      side,
      kind,
      message,
      route,
      state: 'open',
      state_at: at,
      count: group.length,
      news: announce ? 'new' : null,
      first_at: at,
      last_at: Math.max(...group.map((report) => report.received_at)),
      first_release: release,
      last_release: group.findLast((report) => report.release !== null)?.release ?? null,
    }
  })
  return sortRows(rows, ({ fingerprint }) => fingerprint)
}

/** Adds new reports to their problems. A report opens a resolved problem. */
async function countProblems(db: Transaction<ReportTables>, reports: readonly Report[], announce: boolean) {
  const ifResolved = <T>(then: unknown, otherwise: 'state' | 'state_at' | 'news') =>
    sql<T>`case when problems.state = 'resolved' then ${then} else ${sql.ref(`problems.${otherwise}`)} end`
  await inChunks(problemRows(reports, announce), (rows) =>
    db
      .insertInto('problems')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet({
          ...addCount('problems'),
          last_at: sql`case when excluded.last_at > problems.last_at then excluded.last_at else problems.last_at end`,
          last_release: sql`coalesce(excluded.last_release, problems.last_release)`,
          state: ifResolved(sql.lit('open'), 'state'),
          state_at: ifResolved(sql.ref('excluded.state_at'), 'state_at'),
          news: ifResolved(announce ? sql.lit('back') : sql.lit(null), 'news'),
        }),
      ),
  )
}

/** Returns the update that adds the new count to an existing row. */
export function addCount(table: 'problems' | 'tallies' | 'vitals_by_type' | 'counters') {
  return { count: sql<number>`${sql.ref(`${table}.count`)} + excluded.count` }
}

export function countTallies(
  reports: readonly Pick<Report, 'fingerprint' | 'received_at' | Exclude<Tally['name'], 'day'>>[],
): Tally[] {
  return countEqual(
    reports.flatMap((report) =>
      TALLIES.flatMap((name) => {
        const value = name === 'day' ? dayOf(report.received_at) : report[name]
        return value === null ? [] : { fingerprint: report.fingerprint, name, value }
      }),
    ),
  )
}

type Inserted = { id: number; record: EnvelopeRecord }

async function insertReports(
  database: ReportDatabase,
  db: Transaction<ReportTables>,
  inserted: readonly Inserted[],
  announce: boolean,
): Promise<void> {
  // If an event and feedback share an id, the first one wins.
  const byId = new Map<string, { row: Report; event: SentryEvent | undefined }>()
  for (const { id, record } of inserted) {
    const row = reportRow(record, id)
    if (row && !byId.has(row.id)) byId.set(row.id, { row, event: record.event })
  }
  const rows = sortRows([...byId.values()], ({ row }) => row.id).map(({ row }) => row)
  const stored = await inChunks(rows, (chunk) =>
    db
      .insertInto('reports')
      .values(chunk)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  )
  const ids = new Set(stored.map(({ id }) => id))
  // The reports are in the order of arrival, which decides a problem's first report and its latest release.
  const added = [...byId.values()].filter(({ row }) => ids.has(row.id))
  const reports = added.map(({ row }) => row)
  await countProblems(db, reports, announce)
  // The tallies come after the problems, whose locked rows keep other processes from changing them.
  await inChunks(countTallies(reports), (chunk) =>
    db
      .insertInto('tallies')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['fingerprint', 'name', 'value']).doUpdateSet(addCount('tallies'))),
  )
  const indexed = added.flatMap(({ row: { fingerprint, received_at: at }, event }) =>
    event ? [{ fingerprint, at, event }] : [],
  )
  await indexReports(database, db, indexed)
}

/**
 * Stores envelopes, all or none: they are on the disk when the promise resolves. Skips envelopes that are stored
 * already, so that a browser may send them repeatedly.
 *
 * @param forward true to queue them for delivery to an ingest
 * @param announce true if a webhook should announce problems that are new or have come back
 * @returns the number of new envelopes
 * @throws Error if the disk is full or the database is unavailable; then nothing was stored
 */
export async function insertEnvelopes(
  database: ReportDatabase,
  records: readonly EnvelopeRecord[],
  forward: boolean,
  announce = false,
): Promise<number> {
  const { db } = database
  const byKey = new Map(records.map((record) => [record.key, record]))
  return db.transaction().execute(async (transaction) => {
    const added = await inChunks([...byKey.values()].map(envelopeRow), (rows) =>
      transaction
        .insertInto('envelopes')
        // The rows are in the order of arrival, which is the order of delivery. The statement blocks only on a key that
        // another process is writing.
        .values(rows)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning(['id', 'key']),
    )
    if (added.length === 0) return 0

    const inserted = added.map(({ id, key }) => ({ id, record: byKey.get(key) as EnvelopeRecord }))
    if (forward) {
      const deliveries = inserted.map(({ id, record: { categories, receivedAt } }): Row<'deliveries'> => {
        return { envelope: id, state: 'waiting', categories: categories.join(' '), next_at: receivedAt }
      })
      await inChunks(deliveries, (rows) => transaction.insertInto('deliveries').values(rows))
    }
    await insertReports(database, transaction, inserted, announce)
    await inChunks(measurementRows(inserted.map(({ record }) => record)), (rows) =>
      transaction
        .insertInto('vitals_by_type')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'metric', 'route', 'navigation_type', 'found', 'waited', 'bucket'])
            .doUpdateSet(addCount('vitals_by_type')),
        ),
    )
    const feedback = inserted.flatMap(({ id, record }) =>
      record.feedback.map((message) => ({ ...message, envelope: id, received_at: record.receivedAt })),
    )
    await inChunks(feedback, (rows) =>
      transaction
        .insertInto('feedback')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing()),
    )
    await indexFeedback(database, transaction, feedback)
    return added.length
  })
}
