import type { Insertable, Transaction } from 'kysely'
import type { EnvelopeRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { type ReportTables, type CountedReport, countFacets, type Store } from '#app/error-reports/store/schema.ts'
import { measurementRows } from '#app/error-reports/store/vitals.server.ts'
import { indexFeedback, indexReports } from '#app/error-reports/store/search-index.server.ts'

/** Values bound to one statement: SQLite takes 32 766, PostgreSQL 65 535. */
const MAX_PARAMETERS = 30_000

/** The overhead of a stored envelope: its rows and their indexes, in bytes. */
const ROW_BYTES = 1_024

type Row<Table extends keyof ReportTables> = Insertable<ReportTables[Table]>

/** Splits rows with the same columns into chunks, each small enough for one statement. */
function chunksOf<T extends object>(rows: readonly T[]): T[][] {
  const columns = Math.max(1, Object.keys(rows[0] ?? {}).length)
  const size = Math.floor(MAX_PARAMETERS / columns)
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
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

function deliveryRow(record: EnvelopeRecord, envelope: number): Row<'deliveries'> {
  const { receivedAt } = record
  return { envelope, state: 'waiting', categories: record.categories.join(' '), next_at: receivedAt }
}

function reportRow({ eventId, report, receivedAt }: EnvelopeRecord, envelope: number): Row<'reports'> | undefined {
  if (!report || eventId === undefined) return undefined
  const { traceId, ...columns } = report
  return { ...columns, id: eventId, envelope, received_at: receivedAt, trace_id: traceId }
}

/** Returns one row for all new reports of a problem, because an upsert may change a row only once. */
function problemRows(reports: readonly Row<'reports'>[], announce: boolean): Row<'problems'>[] {
  const problems = new Map<string, Row<'problems'>>()
  for (const report of reports) {
    const { fingerprint, side, kind, message, route = null, release = null, received_at: at } = report
    const problem = problems.get(fingerprint)
    if (problem) {
      problem.count++
      problem.last_at = Math.max(problem.last_at, at)
      problem.last_release = release
    } else {
      const ages = { first_at: at, last_at: at, first_release: release, last_release: release }
      problems.set(fingerprint, {
        fingerprint,
        side,
        kind,
        message,
        route,
        state: 'open',
        state_at: at,
        count: 1,
        news: announce ? 'new' : null,
        ...ages,
      })
    }
  }
  return sortRows([...problems.values()], (problem) => problem.fingerprint)
}

async function countProblems(
  db: Transaction<ReportTables>,
  reports: readonly Row<'reports'>[],
  announce: boolean,
): Promise<void> {
  for (const rows of chunksOf(problemRows(reports, announce)))
    await db
      .insertInto('problems')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet((eb) => ({
          count: eb(eb.ref('problems.count'), '+', eb.ref('excluded.count')),
          last_at: eb
            .case()
            .when('excluded.last_at', '>', eb.ref('problems.last_at'))
            .then(eb.ref('excluded.last_at'))
            .else(eb.ref('problems.last_at'))
            .end(),
          last_release: eb.fn.coalesce('excluded.last_release', 'problems.last_release'),
          state: eb
            .case()
            .when('problems.state', '=', 'resolved')
            .then(eb.val('open' as const))
            .else(eb.ref('problems.state'))
            .end(),
          state_at: eb
            .case()
            .when('problems.state', '=', 'resolved')
            .then(eb.ref('excluded.state_at'))
            .else(eb.ref('problems.state_at'))
            .end(),
          news: eb
            .case()
            .when('problems.state', '=', 'resolved')
            .then(eb.val(announce ? ('back' as const) : null))
            .else(eb.ref('problems.news'))
            .end(),
        })),
      )
      .execute()
}

/** Adds to the facet counts, after the problems, whose locked rows keep other processes from these. */
async function upsertCounts(db: Transaction<ReportTables>, reports: readonly CountedReport[]): Promise<void> {
  for (const rows of chunksOf(countFacets(reports)))
    await db
      .insertInto('tallies')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['fingerprint', 'name', 'value'])
          .doUpdateSet((eb) => ({ count: eb(eb.ref('tallies.count'), '+', eb.ref('excluded.count')) })),
      )
      .execute()
}

async function upsertVitals(db: Transaction<ReportTables>, records: readonly EnvelopeRecord[]): Promise<void> {
  for (const rows of chunksOf(measurementRows(records)))
    await db
      .insertInto('vitals')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'metric', 'route', 'found', 'bucket'])
          .doUpdateSet((eb) => ({ count: eb(eb.ref('vitals.count'), '+', eb.ref('excluded.count')) })),
      )
      .execute()
}

/**
 * Stores envelopes, all or none: they are on the disk when the promise resolves. Skips envelopes that are stored
 * already, so that a browser may send them repeatedly.
 *
 * @param forward true to queue them for delivery to an ingest
 * @param announce true if a webhook is to hear of problems that are new or come back
 * @returns the number of new envelopes
 * @throws Error when the disk is full or the database is unavailable; then nothing was stored
 */
export async function insertEnvelopes(
  store: Store,
  records: readonly EnvelopeRecord[],
  forward: boolean,
  announce = false,
): Promise<number> {
  const { db } = store
  const byKey = new Map(records.map((record) => [record.key, record]))
  return db.transaction().execute(async (transaction) => {
    const added: { id: number; key: string }[] = []
    for (const rows of chunksOf([...byKey.values()].map(envelopeRow))) {
      const rowIds = await transaction
        .insertInto('envelopes')
        // In the order of arrival, which is the order of delivery. Blocks only on a key that another process writes.
        .values(rows)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning(['id', 'key'])
        .execute()
      added.push(...rowIds)
    }
    if (added.length === 0) return 0

    const inserted = added.map(({ id, key }) => ({ id, record: byKey.get(key) as EnvelopeRecord }))
    if (forward) {
      const deliveries = inserted.map(({ id, record }) => deliveryRow(record, id))
      for (const rows of chunksOf(deliveries)) await transaction.insertInto('deliveries').values(rows).execute()
    }

    const reports = inserted.flatMap(({ id, record }) => reportRow(record, id) ?? [])
    if (reports.length > 0) {
      // If an event and feedback share an id, the first is stored.
      for (const rows of chunksOf(sortRows(reports, (report) => report.id)))
        await transaction
          .insertInto('reports')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      await countProblems(transaction, reports, announce)
      await upsertCounts(
        transaction,
        inserted.flatMap(({ record: { report, receivedAt } }) =>
          report ? [{ ...report, received_at: receivedAt }] : [],
        ),
      )
      const searched = inserted.flatMap(({ record: { report, event, receivedAt: at } }) =>
        report && event ? [{ fingerprint: report.fingerprint, at, event }] : [],
      )
      await indexReports(store, transaction, searched)
    }
    await upsertVitals(
      transaction,
      inserted.map(({ record }) => record),
    )

    const feedback = inserted.flatMap(({ id, record }) =>
      record.feedback.map((message) => ({ ...message, envelope: id, received_at: record.receivedAt })),
    )
    if (feedback.length > 0) {
      for (const rows of chunksOf(feedback))
        await transaction
          .insertInto('feedback')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      await indexFeedback(store, transaction, feedback)
    }
    return added.length
  })
}
