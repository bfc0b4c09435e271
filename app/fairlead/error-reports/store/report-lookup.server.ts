import { sql, type SqlBool } from 'kysely'
import { asRecord } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import { eventJson, parseItems } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { SHORT_MESSAGE, type Store } from '#fairlead/error-reports/store/schema.ts'

/** The characters of a digest, see app/fairlead/errors/digest.ts. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters that people mistake for each other on a screen, in handwriting or on the phone. */
const LOOK_ALIKES = ['0ODQ', '1IL7J', '2Z', '5S', '8B', '6G', 'UVY', 'MN', 'CG', 'PB', 'DT', 'FS', '4A', 'KH', 'VW']

/**
 * The number of mistakes in one digest, of candidates in one step, and of digests that are offered if several are
 * equally likely.
 */
const LOOKUP = { mistakes: 2, candidates: 2_000, offered: 10 } as const

function lookAlikes(character: string): string[] {
  const others = LOOK_ALIKES.filter((group) => group.includes(character)).flatMap((group) => group.split(''))
  return [...new Set(others)].filter((other) => other !== character && ALPHABET.includes(other))
}

/**
 * Returns the report id in a typed text, without separators and with look-alikes corrected; `undefined` if there is
 * none.
 */
export function normalizeId(typed: string): string | undefined {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[\s\-–—_.:]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il|]/g, '1')
    .replaceAll('s', '5')
    .replaceAll('z', '2')
  return /^[\da-f]{32}$/.test(plain) ? plain : undefined
}

/**
 * Returns the digests that a typed text may mean, in steps: the text itself, then with characters outside the alphabet
 * corrected, then with up to two look-alikes replaced. A step is tried only if the one before found nothing.
 */
export function digestCandidates(typed: string): string[][] {
  const bare = typed.replaceAll(/\s/g, '').slice(0, 64)
  const upper = bare.toUpperCase().replaceAll(/[-–—_.:]/g, '')
  if (bare === '') return []
  const steps = [[...new Set([bare, bare.toUpperCase(), bare.toLowerCase(), upper])].filter(Boolean)]
  if (!/^[\dA-Z|]{8,12}$/.test(upper)) return steps

  let candidates = ['']
  for (const character of upper.replaceAll('|', 'I')) {
    const choices = ALPHABET.includes(character) ? [character] : lookAlikes(character)
    candidates = candidates.flatMap((start) => choices.map((choice) => start + choice)).slice(0, LOOKUP.candidates)
  }
  steps.push(candidates)
  let last = candidates
  for (let mistake = 0; mistake < LOOKUP.mistakes; mistake++) {
    const next = last.flatMap((candidate) =>
      candidate
        .split('')
        .flatMap((character, at) =>
          lookAlikes(character).map((other) => candidate.slice(0, at) + other + candidate.slice(at + 1)),
        ),
    )
    last = [...new Set(next)].slice(0, LOOKUP.candidates)
    steps.push(last)
  }
  return steps.filter((step) => step.length > 0)
}

export type LookupResult =
  | { type: 'found'; id: string; digest: string | null }
  | { type: 'several'; digests: string[] }
  | { type: 'none' }

/**
 * Looks up a report by a typed or dictated id or digest: letter case, spaces, dashes and look-alike letters do not
 * matter. Finds the latest of several reports with one digest.
 */
export async function resolveQuery({ db }: Store, typed: string): Promise<LookupResult> {
  const id = normalizeId(typed)
  const byId = id && (await db.selectFrom('reports').select(['id', 'digest']).where('id', '=', id).executeTakeFirst())
  if (byId) return { type: 'found', ...byId }
  for (const candidates of digestCandidates(typed)) {
    const rows = await db
      .selectFrom('reports')
      .select(['id', 'digest'])
      .where('digest', 'in', candidates)
      // Feedback has the digest of its error, but comes later.
      .orderBy((eb) => eb('kind', '=', 'feedback'))
      .orderBy('received_at', 'desc')
      .limit(100)
      .execute()
    const digests = [...new Set(rows.map(({ digest }) => digest ?? ''))]
    const [first] = rows
    if (first && digests.length === 1) return { type: 'found', ...first }
    if (digests.length > 1) return { type: 'several', digests: digests.slice(0, LOOKUP.offered) }
  }
  return { type: 'none' }
}

/** A stored report with its event, the event's JSON as it was received, and its delivery, if there is an ingest. */
export type StoredReport = NonNullable<Awaited<ReturnType<typeof getReport>>>

/** Returns the report that is found for a typed id or digest. */
export async function getReport(store: Store, typed: string) {
  const { db } = store
  const result = await resolveQuery(store, typed)
  if (result.type !== 'found') return undefined
  const report = await db.selectFrom('reports').selectAll().where('id', '=', result.id).executeTakeFirst()
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
export function listReports({ db }: Store, column: 'fingerprint' | 'trace_id', value: string, exceptId: string) {
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
export function listFeedback({ db }: Store, id: string, digest: string | null) {
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
