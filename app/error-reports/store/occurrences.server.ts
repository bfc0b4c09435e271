import { type Selectable, sql, type SqlBool } from 'kysely'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'

/** Rows of each list beside a report. */
const MAX_LISTED = 20

/** Spans of a trace, and the envelopes that are read for them: their number and total bytes. */
const MAX_SPANS = 300
const MAX_ENVELOPES = { count: 20, bytes: 16_777_216 }

/** A span of a trace. Times are seconds since 1970. */
export type Span = {
  id: string
  parent: string | null
  name: string
  op: string
  start: number
  end: number
  failed: boolean
}

/** A report in a list. */
export type Occurrence = Pick<
  Selectable<ReportTables['reports']>,
  'id' | 'at' | 'side' | 'kind' | 'message' | 'route' | 'release' | 'browser' | 'digest'
>

const OCCURRENCE = ['id', 'at', 'side', 'kind', 'message', 'route', 'release', 'browser', 'digest'] as const

/** Lists the latest reports of a problem, except one. */
export function listOthers({ db }: Store, fingerprint: string, exceptId: string): Promise<Occurrence[]> {
  return db
    .selectFrom('reports')
    .select(OCCURRENCE)
    .where('fingerprint', '=', fingerprint)
    .where('id', '<>', exceptId)
    .orderBy('received_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Lists the reports of a trace, except one: server errors behind an error in the browser. */
export function listTraceReports({ db }: Store, traceId: string, exceptId: string): Promise<Occurrence[]> {
  return db
    .selectFrom('reports')
    .select(OCCURRENCE)
    .where('trace_id', '=', traceId)
    .where('id', '<>', exceptId)
    .orderBy('received_at')
    .limit(MAX_LISTED)
    .execute()
}

/** Lists the feedback on a report or its digest. */
export function listFeedback({ db }: Store, id: string, digest: string | null) {
  return db
    .selectFrom('feedback')
    .select(['id', 'message', 'received_at'])
    .where((eb) => eb.or([eb('report', '=', id), ...(digest === null ? [] : [eb('digest', '=', digest)])]))
    .orderBy('received_at')
    .limit(MAX_LISTED)
    .execute()
}

type Bag = Readonly<Record<string, unknown>>

function bag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}

function text(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : ''
}

/** Parses a span in the SDK's current format (`end_timestamp`, attributes) or that of transactions. */
function parseSpan(raw: unknown): Span[] {
  const span = bag(raw)
  const attribute = (name: string) => bag(bag(span.attributes)[name]).value
  const op = attribute('sentry.op') ?? span.op
  // The SDK names every resource by its host.
  const file = text(op, 60).startsWith('resource.') ? text(attribute('url.full'), 500) : ''
  const [start, end] = [span.start_timestamp, span.end_timestamp ?? span.timestamp]
  if (typeof span.span_id !== 'string' || typeof start !== 'number' || typeof end !== 'number') return []
  return [
    {
      id: text(span.span_id, 32),
      parent: text(span.parent_span_id, 32) || null,
      name: text(URL.parse(file)?.pathname ?? span.name ?? span.description ?? span.transaction, 200),
      op: text(op, 60),
      start,
      end: Math.max(start, end),
      failed: span.status !== undefined && span.status !== null && span.status !== 'ok',
    },
  ]
}

function spansIn(body: Uint8Array): Span[] {
  const parsed = parseEnvelope(Buffer.concat([Buffer.from('{}\n'), body]))
  if (parsed.type !== 'ok') return []
  return parsed.envelope.items.flatMap(({ type, payload }) => {
    if (type !== 'span' && type !== 'transaction') return []
    const read = bag(JSON.parse(Buffer.from(payload).toString('utf8')))
    const list = type === 'span' ? read.items : read.spans
    const whole = type === 'transaction' ? parseSpan({ ...read, ...bag(bag(read.contexts).trace) }) : []
    return [...whole, ...(Array.isArray(list) ? list.flatMap(parseSpan) : [])]
  })
}

/** Lists the stored spans of a trace, the earliest first. */
export async function listSpans({ db }: Store, traceId: string): Promise<Span[]> {
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
