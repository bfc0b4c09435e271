import { resolve } from 'node:path'
import { asRecord } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { SentryEvent, SentryException, SentryFrame } from '#fairlead/error-reports/envelope/validate-items.ts'
import {
  type PageBudget,
  takeWithin,
  createPageBudget,
  indentJson,
  mapValues,
  REPORT_BYTES,
} from '#fairlead/report-desk/page-budget.ts'
import { type SourceMapper, type SourcePlace, createSourceMapper } from '#fairlead/report-desk/source-maps.server.ts'
import { getAuthState } from '#fairlead/report-desk/auth.server.ts'
import { requireReports } from '#fairlead/report-desk/require-reports.server.ts'
import {
  getReport,
  listFeedback,
  listReports,
  listSpans,
  type Occurrence,
} from '#fairlead/error-reports/store/report-lookup.server.ts'

const MAX = { frames: 100, exceptions: 10, breadcrumbs: 100, text: 4_000, name: 300, params: 30, raw: 60_000 } as const

/** Bytes of an element on the page and in its data, without its texts. */
const ELEMENT_BYTES = {
  exception: 400,
  frame: 500,
  line: 150,
  breadcrumb: 400,
  param: 50,
  feedback: 500,
  occurrence: 900,
  span: 1_000,
} as const

/** A frame of a stack. `around` are the source lines around it, if there is a source map. */
export type FrameView = ReturnType<typeof toFrameView>

export type ExceptionView = ReturnType<typeof toExceptionView>

/** An event before the report. `at` is in milliseconds since 1970. */
export type Breadcrumb = ReturnType<typeof viewBreadcrumbs>[number]

/** Returns strings unchanged and anything else as JSON. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isInApp(frame: SentryFrame, file: string): boolean {
  return frame.in_app !== false && !/node_modules|^node:|^\[native|^<anonymous>$|^$/.test(file)
}

/**
 * Builds the view of a frame. `calledAs` is the function's name in the source of its caller, which the build may have
 * changed.
 */
function toFrameView(
  frame: SentryFrame,
  place: SourcePlace | undefined,
  calledAs: string | undefined,
  budget: PageBudget,
) {
  const file = place?.file ?? frame.filename ?? ''
  const [line, column] = place ? [place.line, place.column] : [frame.lineno ?? null, frame.colno ?? null]
  const inApp = isInApp(frame, file)
  const name = budget.text(file, MAX.name, 2)
  return {
    // It is counted twice, because in-app frames are also in the list of all frames.
    name: budget.text(calledAs ?? frame.function ?? '?', MAX.name, 2),
    location: [name === '' ? '?' : name, line, column].filter((part) => part !== null).join(':'),
    line,
    inApp,
    around: takeWithin(budget, inApp ? (place?.around ?? []) : [], ELEMENT_BYTES.line, (source) =>
      budget.texts(source, { text: MAX.name }),
    ),
  }
}

function toExceptionView({ type, value, stacktrace }: SentryException, mapSource: SourceMapper, budget: PageBudget) {
  const frames = (stacktrace?.frames ?? []).toReversed().slice(0, MAX.frames)
  const places = frames.map(mapSource)
  return {
    type: budget.text(toText(type), MAX.name),
    value: budget.text(toText(value), MAX.text),
    frames: takeWithin(budget, [...frames.entries()], ELEMENT_BYTES.frame, ([index, frame]) =>
      toFrameView(frame, places[index], places[index + 1]?.name, budget),
    ),
  }
}

/** Returns the exceptions of an event with source-mapped frames: the thrown one first, then its causes. */
export function viewExceptions(event: SentryEvent, mapSource: SourceMapper, budget: PageBudget): ExceptionView[] {
  const values = (event.exception?.values ?? []).toReversed().slice(0, MAX.exceptions)
  return takeWithin(budget, values, ELEMENT_BYTES.exception, (exception) =>
    toExceptionView(exception, mapSource, budget),
  )
}

function toMilliseconds(timestamp: unknown): number | null {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(toText(timestamp))
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : null
}

/** Returns the text of a breadcrumb. The SDK sends requests and navigations without a message. */
function breadcrumbText(crumb: Readonly<Record<string, unknown>>): string {
  const data = asRecord(crumb.data)
  if (typeof crumb.message === 'string') return toText(crumb.message)
  if (data.from !== undefined || data.to !== undefined) return `${toText(data.from)} → ${toText(data.to)}`
  if (data.url !== undefined) return [data.method, data.url, data.status_code].map(toText).filter(Boolean).join(' ')
  return toText(crumb.data)
}

function viewBreadcrumbs(event: SentryEvent, budget: PageBudget) {
  const given = asRecord(event).breadcrumbs
  const list = Array.isArray(given) ? given : asRecord(given).values
  if (!Array.isArray(list)) return []
  const latest = list.slice(-MAX.breadcrumbs).toReversed()
  return takeWithin(budget, latest, ELEMENT_BYTES.breadcrumb, (entry) => {
    const crumb = asRecord(entry)
    const [category, level] = [crumb.category ?? crumb.type, crumb.level].map(toText) as [string, string]
    const view = { at: toMilliseconds(crumb.timestamp), category, level, message: breadcrumbText(crumb) }
    return budget.texts(view, { category: 60, level: 20, message: MAX.text })
  }).toReversed()
}

function viewRequest(event: SentryEvent, budget: PageBudget) {
  const request = asRecord(event.request)
  const params = Object.entries(asRecord(asRecord(event.contexts).params)).slice(0, MAX.params)
  return {
    method: budget.text(toText(request.method), 20),
    url: budget.text(toText(request.url), 500),
    params: takeWithin(budget, params, ELEMENT_BYTES.param, ([name, value]) =>
      budget.texts({ name, value: toText(value) }, { name: 60, value: MAX.name }),
    ),
  }
}

/** Returns the directive, blocked URL and source of a CSP violation; empty texts for other events. */
function viewCspViolation(event: SentryEvent, budget: PageBudget) {
  const { directive, blocked, source, line } = asRecord(asRecord(event.contexts).csp)
  return {
    directive: budget.text(toText(directive), 60),
    blocked: budget.text(toText(blocked), 300),
    source: budget.text([source, line].map(toText).filter(Boolean).join(':'), 320),
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
  const stored = await getReport((await requireReports()).store(), id)
  if (!stored) return new Response('Not Found\n', { status: 404 })
  return new Response(stored.raw, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="event-${stored.report.id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Reads all data for a report's page, truncated to the page budget; `null` if there is no report. */
export async function readReport(query: string) {
  const store = (await requireReports()).store()
  const stored = await getReport(store, query)
  if (!stored) return null
  const { report, event, raw, delivery } = stored
  const { trace_id: traceId } = report
  const [others, feedback, traceReports, spans, problem] = await Promise.all([
    listReports(store, 'fingerprint', report.fingerprint, report.id),
    listFeedback(store, report.id, report.digest),
    traceId === null ? [] : listReports(store, 'trace_id', traceId, report.id),
    traceId === null ? [] : listSpans(store, traceId),
    store.db
      .selectFrom('problems')
      .select(['state', 'state_at', 'count', 'first_at', 'last_at'])
      .where('fingerprint', '=', report.fingerprint)
      .executeTakeFirst(),
  ])

  const budgets = mapValues(REPORT_BYTES, createPageBudget)
  const viewOccurrences = (name: 'others' | 'traceReports', list: readonly Occurrence[]) =>
    takeWithin(budgets[name], list, ELEMENT_BYTES.occurrence, (entry) =>
      budgets[name].texts(entry, { message: MAX.name, route: MAX.name, release: MAX.name }),
    )
  const view = {
    report,
    problem: problem ?? null,
    isTranslated: event.tags?.page === 'translated',
    exceptions: viewExceptions(event, sourceMapper(), budgets.exceptions),
    breadcrumbs: viewBreadcrumbs(event, budgets.breadcrumbs),
    request: viewRequest(event, budgets.request),
    cspViolation: viewCspViolation(event, budgets.request),
    others: viewOccurrences('others', others),
    feedback: takeWithin(budgets.feedback, feedback, ELEMENT_BYTES.feedback, (entry) =>
      budgets.feedback.texts(entry, { message: Infinity }),
    ),
    traceReports: viewOccurrences('traceReports', traceReports),
    spans: takeWithin(budgets.spans, spans, ELEMENT_BYTES.span, (span) =>
      // The name and the op are both the text and the title of a bar.
      budgets.spans.texts(span, { name: [MAX.name, 2], op: [MAX.name, 2], id: MAX.name, parent: MAX.name }),
    ),
    delivery: delivery ? { ...delivery, claimed_by: null } : null,
    raw: budgets.raw.text(indentJson(raw, MAX.raw + 1), MAX.raw),
    now: Date.now(),
  }
  const { raw: rawBudget, others: _others, traceReports: _traceReports, ...parts } = budgets
  return {
    ...view,
    truncated: { parts: Object.values(parts).some(({ isExceeded }) => isExceeded()), raw: rawBudget.isExceeded() },
  }
}

export type ReportView = NonNullable<Awaited<ReturnType<typeof readReport>>>
