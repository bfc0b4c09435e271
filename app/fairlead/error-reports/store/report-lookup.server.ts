import { sql, type SqlBool } from 'kysely'
import { asRecord } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import { eventJson, parseItems } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { SHORT_MESSAGE, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** Spaces, and the marks that people type between the characters of an id or a digest. */
const SEPARATORS = /[\s\-–—_.:]/g

/**
 * Looks up a report by a typed id or digest, without regard to letter case, spaces and dashes. Finds the latest of
 * several reports with one digest; `undefined` if there is none.
 */
export async function resolveQuery({ db }: ReportDatabase, typed: string): Promise<Found | undefined> {
  const text = typed.replaceAll(/\s/g, '')
  const plain = typed.replaceAll(SEPARATORS, '')
  if (plain === '') return undefined
  const columns = db.selectFrom('reports').select(['id', 'digest'])
  const byId = await columns.where('id', '=', plain.toLowerCase()).executeTakeFirst()
  if (byId) return byId
  return (
    columns
      .where('digest', 'in', [text, text.toUpperCase(), text.toLowerCase(), plain.toUpperCase()])
      // Feedback has the digest of its error, but comes later.
      .orderBy((eb) => eb('kind', '=', 'feedback'))
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

type Found = { id: string; digest: string | null }

/** A stored report with its event, the event's JSON as it was received, and its delivery, if there is an ingest. */
export type StoredReport = NonNullable<Awaited<ReturnType<typeof getReport>>>

/** Returns the report that is found for a typed id or digest. */
export async function getReport(database: ReportDatabase, typed: string) {
  const { db } = database
  const found = await resolveQuery(database, typed)
  if (!found) return undefined
  const report = await db.selectFrom('reports').selectAll().where('id', '=', found.id).executeTakeFirst()
  if (!report) return undefined
  const [envelope, delivery] = await Promise.all([
    db.selectFrom('envelopes').select('body').where('id', '=', report.envelope).executeTakeFirst(),
    db.selectFrom('deliveries').selectAll().where('envelope', '=', report.envelope).executeTakeFirst(),
  ])
  const raw = envelope && eventJson(envelope.body)
  // Retention may have deleted the report between the queries.
  return raw === undefined ? undefined : { report, event: JSON.parse(raw) as SentryEvent, raw, delivery }
}

const MAX_LISTED = 20

/** The number of spans of a trace, and the number and total bytes of the envelopes that are read for them. */
const MAX_SPANS = 300
const MAX_ENVELOPES = { count: 20, bytes: 16_777_216 }

/** A span of a trace. Times are seconds since 1970. */
export type Span = ReturnType<typeof parseSpan>[number]

export type Occurrence = Awaited<ReturnType<typeof listReports>>[number]

/** Lists the latest reports of a problem, or the first ones of a trace, except one report. */
export function listReports(
  { db }: ReportDatabase,
  column: 'fingerprint' | 'trace_id',
  value: string,
  exceptId: string,
) {
  return db
    .selectFrom('reports')
    .select(['id', 'at', 'side', 'kind', SHORT_MESSAGE.as('message'), 'route', 'release', 'browser', 'digest'])
    .where(column, '=', value)
    .where('id', '<>', exceptId)
    .orderBy('received_at', column === 'fingerprint' ? 'desc' : 'asc')
    .limit(MAX_LISTED)
    .execute()
}

/** Lists the messages of visitors about a report or its digest, the oldest first. */
export function listFeedback({ db }: ReportDatabase, id: string, digest: string | null) {
  return db
    .selectFrom('feedback')
    .select(['id', 'message', 'received_at'])
    .where((eb) => eb.or([eb('report', '=', id), ...(digest === null ? [] : [eb('digest', '=', digest)])]))
    .orderBy('received_at')
    .limit(MAX_LISTED)
    .execute()
}

function toText(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).toWellFormed() : ''
}

/** Seconds since 1970 that a `Date` can hold. */
const MAX_TIME = 8.64e12

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= MAX_TIME

/** Parses a span in the SDK's current format (`end_timestamp`, attributes) or in the format of transactions. */
function parseSpan(raw: unknown) {
  const span = asRecord(raw)
  const attribute = (name: string) => asRecord(asRecord(span.attributes)[name]).value
  const op = attribute('sentry.op') ?? span.op
  // The SDK names every resource by its host.
  const file = toText(op, 60).startsWith('resource.') ? toText(attribute('url.full'), 500) : ''
  const [start, end] = [span.start_timestamp, span.end_timestamp ?? span.timestamp]
  if (typeof span.span_id !== 'string' || !isTime(start) || !isTime(end)) return []
  return [
    {
      id: toText(span.span_id, 32),
      parent: toText(span.parent_span_id, 32) || null,
      name: toText(URL.parse(file)?.pathname ?? span.name ?? span.description ?? span.transaction, 200),
      op: toText(op, 60),
      start,
      end: Math.max(start, end),
      failed: span.status !== undefined && span.status !== null && span.status !== 'ok',
    },
  ]
}

function spansIn(body: Uint8Array): Span[] {
  return parseItems(body).flatMap(({ type, payload }) => {
    if (type !== 'span' && type !== 'transaction') return []
    const read = asRecord(JSON.parse(Buffer.from(payload).toString('utf8')))
    const list = type === 'span' ? read.items : read.spans
    const whole = type === 'transaction' ? parseSpan({ ...read, ...asRecord(asRecord(read.contexts).trace) }) : []
    return [...whole, ...(Array.isArray(list) ? list.flatMap(parseSpan) : [])]
  })
}

/** Lists the stored spans of a trace, the earliest first. */
export async function listSpans({ db }: ReportDatabase, traceId: string): Promise<Span[]> {
  const sizes = await db
    .selectFrom('envelopes')
    .select(['id', 'size'])
    .where('trace_id', '=', traceId)
    // Literal rather than bound, so that SQLite can use the partial index of traces.
    .where(sql<SqlBool>`kind in ('span', 'transaction')`)
    .orderBy('id')
    .limit(MAX_ENVELOPES.count)
    .execute()
  let bytes = 0
  const ids = sizes.filter(({ size }) => (bytes += size) <= MAX_ENVELOPES.bytes).map(({ id }) => id)
  if (ids.length === 0) return []
  const envelopes = await db.selectFrom('envelopes').select('body').where('id', 'in', ids).orderBy('id').execute()
  const spans = new Map(envelopes.flatMap(({ body }) => spansIn(body)).map((span) => [span.id, span]))
  return [...spans.values()].toSorted((a, b) => a.start - b.start).slice(0, MAX_SPANS)
}
