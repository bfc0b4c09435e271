import { type Selectable, sql, type SqlBool } from 'kysely'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'

/** Other reports that are named beside one. */
const OTHERS = 20

/** Spans that a trace shows, and the envelopes that they are sought in: how many, and bytes of all together. */
const SPANS = 300
const ENVELOPES = { count: 20, bytes: 16_777_216 }

/** A stretch of a trace. Times are seconds since 1970. */
export type Span = {
  id: string
  parent: string | null
  name: string
  op: string
  start: number
  end: number
  failed: boolean
}

export type Occurrence = Pick<
  Selectable<ReportTables['reports']>,
  'id' | 'at' | 'side' | 'kind' | 'message' | 'route' | 'release' | 'browser' | 'digest'
>

const OCCURRENCE = ['id', 'at', 'side', 'kind', 'message', 'route', 'release', 'browser', 'digest'] as const

/** The latest reports of a problem but one. */
export function listOthers({ db }: Store, fingerprint: string, but: string): Promise<Occurrence[]> {
  return db
    .selectFrom('reports')
    .select(OCCURRENCE)
    .where('fingerprint', '=', fingerprint)
    .where('id', '<>', but)
    .orderBy('received_at', 'desc')
    .limit(OTHERS)
    .execute()
}

/** Other reports of the same trace: what failed on the server for what failed in the browser. */
export function listTraceReports({ db }: Store, traceId: string, but: string): Promise<Occurrence[]> {
  return db
    .selectFrom('reports')
    .select(OCCURRENCE)
    .where('trace_id', '=', traceId)
    .where('id', '<>', but)
    .orderBy('received_at')
    .limit(OTHERS)
    .execute()
}

/** What visitors said of a report, or of its digest. */
export function listFeedback({ db }: Store, id: string, digest: string | null) {
  return db
    .selectFrom('feedback')
    .select(['id', 'message', 'received_at'])
    .where((eb) => eb.or([eb('report', '=', id), ...(digest === null ? [] : [eb('digest', '=', digest)])]))
    .orderBy('received_at')
    .limit(OTHERS)
    .execute()
}

type Bag = Readonly<Record<string, unknown>>

function bag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}

function text(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : ''
}

/** Reads a span as the SDK sends it now (`end_timestamp`, attributes) or as it did in transactions. */
function spanOf(raw: unknown): Span[] {
  const span = bag(raw)
  const attribute = (name: string) => bag(bag(span.attributes)[name]).value
  const op = attribute('sentry.op') ?? span.op
  // The SDK calls every file by its host.
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
    const whole = type === 'transaction' ? spanOf({ ...read, ...bag(bag(read.contexts).trace) }) : []
    return [...whole, ...(Array.isArray(list) ? list.flatMap(spanOf) : [])]
  })
}

/** The spans of a trace that have arrived, the earliest first. */
export async function listSpans({ db }: Store, traceId: string): Promise<Span[]> {
  const sizes = await db
    .selectFrom('envelopes')
    .select(['id', 'size'])
    .where('trace_id', '=', traceId)
    // Written out, not bound: by this very condition SQLite knows that it may use the index of traces.
    .where(sql<SqlBool>`kind in ('span', 'transaction')`)
    .orderBy('id')
    .limit(ENVELOPES.count)
    .execute()
  let bytes = 0
  const ids = sizes.filter(({ size }) => (bytes += size) <= ENVELOPES.bytes).map(({ id }) => id)
  if (ids.length === 0) return []
  const envelopes = await db.selectFrom('envelopes').select('body').where('id', 'in', ids).orderBy('id').execute()
  const spans = new Map(envelopes.flatMap(({ body }) => spansIn(body)).map((span) => [span.id, span]))
  return [...spans.values()].toSorted((a, b) => a.start - b.start).slice(0, SPANS)
}
