import { resolve } from 'node:path'
import { asRecord } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { SentryEvent, SentryException, SentryFrame } from '#fairlead/error-reports/envelope/validate-items.ts'
import { type SourceMapper, type SourcePlace, createSourceMapper } from '#fairlead/report-desk/source-maps.server.ts'
import { getAuthState } from '#fairlead/report-desk/auth.server.ts'
import { requireReports } from '#fairlead/report-desk/require-reports.server.ts'
import { getReport, listFeedback, listReports, listSpans } from '#fairlead/error-reports/store/report-lookup.server.ts'

/**
 * The most that a page shows of an event: numbers of entries, and lengths of texts. The SDK sends at most 5 exceptions
 * of 50 frames and 100 breadcrumbs.
 */
const MAX = {
  exceptions: 5,
  frames: 50,
  breadcrumbs: 100,
  params: 30,
  exception: 4_000,
  breadcrumb: 1_000,
  text: 300,
  raw: 60_000,
} as const

/** A frame of a stack. `around` are the source lines around it, if there is a source map. */
export type FrameView = ReturnType<typeof toFrameView>

export type ExceptionView = ReturnType<typeof toExceptionView>

/** An event before the report. `at` is in milliseconds since 1970. */
export type Breadcrumb = ReturnType<typeof viewBreadcrumbs>[number]

/** Returns strings as they are and anything else as JSON. A text longer than `maxLength` ends with `…`. */
function toText(value: unknown, maxLength: number = MAX.text): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text.toWellFormed()
}

function isInApp(frame: SentryFrame, file: string): boolean {
  return frame.in_app !== false && !/node_modules|^node:|^\[native|^<anonymous>$|^$/.test(file)
}

/**
 * Builds the view of a frame. `calledAs` is the function's name in the source of its caller, which the build may have
 * changed.
 */
function toFrameView(frame: SentryFrame, place: SourcePlace | undefined, calledAs: string | undefined) {
  const file = place?.file ?? frame.filename ?? ''
  const [line, column] = place ? [place.line, place.column] : [frame.lineno ?? null, frame.colno ?? null]
  const inApp = isInApp(frame, file)
  return {
    name: toText(calledAs ?? frame.function ?? '?'),
    location: [toText(file) || '?', line, column].filter((value) => value !== null).join(':'),
    line,
    inApp,
    around: inApp ? (place?.around ?? []) : [],
  }
}

function toExceptionView({ type, value, stacktrace }: SentryException, mapSource: SourceMapper) {
  const frames = (stacktrace?.frames ?? []).toReversed().slice(0, MAX.frames)
  const places = frames.map(mapSource)
  return {
    type: toText(type),
    value: toText(value, MAX.exception),
    frames: frames.map((frame, index) => toFrameView(frame, places[index], places[index + 1]?.name)),
  }
}

/** Returns the exceptions of an event with source-mapped frames: the thrown one first, then its causes. */
export function viewExceptions(event: SentryEvent, mapSource: SourceMapper): ExceptionView[] {
  const values = (event.exception?.values ?? []).toReversed().slice(0, MAX.exceptions)
  return values.map((exception) => toExceptionView(exception, mapSource))
}

function toMilliseconds(timestamp: unknown): number | null {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(toText(timestamp))
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : null
}

/** Returns the text of a breadcrumb. The SDK sends requests and navigations without a message. */
function breadcrumbText(crumb: Readonly<Record<string, unknown>>): string {
  const data = asRecord(crumb.data)
  if (typeof crumb.message === 'string') return toText(crumb.message, MAX.breadcrumb)
  if (data.from !== undefined || data.to !== undefined) return `${toText(data.from)} → ${toText(data.to)}`
  const request = [data.method, data.url, data.status_code]
  if (data.url !== undefined)
    return request
      .map((value) => toText(value))
      .filter(Boolean)
      .join(' ')
  return toText(crumb.data, MAX.breadcrumb)
}

function viewBreadcrumbs(event: SentryEvent) {
  const given = asRecord(event).breadcrumbs
  const list: unknown = Array.isArray(given) ? given : asRecord(given).values
  if (!Array.isArray(list)) return []
  return list.slice(-MAX.breadcrumbs).map((entry) => {
    const crumb = asRecord(entry)
    return {
      at: toMilliseconds(crumb.timestamp),
      category: toText(crumb.category ?? crumb.type),
      level: toText(crumb.level),
      message: breadcrumbText(crumb),
    }
  })
}

function viewRequest(event: SentryEvent) {
  const { method, url } = asRecord(event.request)
  const params = Object.entries(asRecord(asRecord(event.contexts).params)).slice(0, MAX.params)
  return {
    method: toText(method),
    url: toText(url, 2 * MAX.text),
    params: params.map(([name, value]) => ({ name: toText(name), value: toText(value) })),
  }
}

/** Returns the directive, blocked URL and source of a CSP violation; empty texts for other events. */
function viewCspViolation(event: SentryEvent) {
  const { directive, blocked, source, line } = asRecord(asRecord(event.contexts).csp)
  return {
    directive: toText(directive),
    blocked: toText(blocked),
    source: [toText(source), toText(line)].filter(Boolean).join(':'),
  }
}

let mapper: SourceMapper | undefined

/** Returns the mapper of the build's source maps. The server's working directory is the project's folder. */
function sourceMapper(): SourceMapper {
  return (mapper ??= createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps')))
}

/** Responds with the raw event of a report as a file; `undefined` without the search param or without a session. */
export async function rawEventResponse(request: Request, id: string): Promise<Response | undefined> {
  if (!new URL(request.url).searchParams.has('event')) return undefined
  if ((await getAuthState(request.headers)).type !== 'signed-in') return undefined
  const stored = await getReport((await requireReports()).database(), id)
  if (!stored) return new Response('Not Found\n', { status: 404 })
  return new Response(stored.raw, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="event-${stored.report.id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Reads all data for a report's page; `null` if there is no report. */
export async function readReport(query: string) {
  const database = (await requireReports()).database()
  const stored = await getReport(database, query)
  if (!stored) return null
  const { report, event, raw, delivery } = stored
  const { trace_id: traceId } = report
  const [others, feedback, traceReports, spans, problem] = await Promise.all([
    listReports(database, 'fingerprint', report.fingerprint, report.id),
    listFeedback(database, report.id, report.digest),
    traceId === null ? [] : listReports(database, 'trace_id', traceId, report.id),
    traceId === null ? [] : listSpans(database, traceId),
    database.db
      .selectFrom('problems')
      .select(['state', 'state_at', 'count', 'first_at', 'last_at'])
      .where('fingerprint', '=', report.fingerprint)
      .executeTakeFirst(),
  ])
  const isLong = raw.length > MAX.raw
  return {
    report,
    problem: problem ?? null,
    isTranslated: event.tags?.page === 'translated',
    exceptions: viewExceptions(event, sourceMapper()),
    breadcrumbs: viewBreadcrumbs(event),
    request: viewRequest(event),
    cspViolation: viewCspViolation(event),
    others,
    feedback,
    traceReports,
    spans,
    delivery: delivery ? { ...delivery, claimed_by: null } : null,
    // A long event is not indented, because deep nesting would make it many times as long.
    raw: toText(isLong ? raw : JSON.stringify(event, null, 2), MAX.raw),
    isRawTruncated: isLong,
    now: Date.now(),
  }
}

export type ReportView = NonNullable<Awaited<ReturnType<typeof readReport>>>
