import { resolve } from 'node:path'
import { getAuthState } from '#app/report-desk/auth.server.ts'
import { createPageBudget, indentJson, REPORT_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { viewBreadcrumbs, viewCspViolation, viewExceptions, viewRequest } from '#app/report-desk/report/event-view.ts'
import { requireReports } from '#app/report-desk/require-reports.server.ts'
import { createSourceMapper, type SourceMapper } from '#app/report-desk/source-maps.server.ts'
import {
  getReport,
  resolveQuery,
  type StoredReport,
  listFeedback,
  listOthers,
  listSpans,
  listTraceReports,
  type Occurrence,
} from '#app/error-reports/store/report-lookup.server.ts'

let mapper: SourceMapper | undefined

/** Returns the mapper of the build's source maps. The server's working directory is the project's folder. */
function sourceMapper(): SourceMapper {
  return (mapper ??= createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps')))
}

/** Maximum characters of the raw event, and of a text in a list. */
const MAX = { raw: 60_000, text: 300 } as const

/** Bytes of a list entry on the page and in its data, without its texts. */
const ELEMENT_BYTES = { feedback: 500, occurrence: 900, span: 1_000 } as const

/** Finds a report with its event by its id or digest. */
async function findReport(query: string): Promise<StoredReport | undefined> {
  const store = (await requireReports()).store()
  const result = await resolveQuery(store, query)
  return result.type === 'found' ? getReport(store, result.id) : undefined
}

/** The search param that makes a report's URL a download of its event. */
const RAW_PARAM = 'event'

/** Responds with the raw event of a report as a file; `undefined` without the search param or without a session. */
export async function rawEventResponse(request: Request, id: string): Promise<Response | undefined> {
  if (!new URL(request.url).searchParams.has(RAW_PARAM)) return undefined
  if ((await getAuthState(request.headers)).type !== 'signed-in') return undefined
  const stored = await findReport(id)
  if (!stored) return new Response('Not Found\n', { status: 404 })
  return new Response(stored.raw, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="event-${stored.report.id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Reads everything on a report's page, truncated to the page budget; `null` when there is no report. */
export async function readReport(query: string) {
  const reports = await requireReports()
  const store = reports.store()
  const stored = await findReport(query)
  if (!stored) return null
  const { report, event, raw, delivery } = stored
  const { envelope: _, trace_id: traceId, ...facts } = report
  const [others, feedback, traceReports, spans, problem] = await Promise.all([
    listOthers(store, report.fingerprint, report.id),
    listFeedback(store, report.id, report.digest),
    traceId === null ? [] : listTraceReports(store, traceId, report.id),
    traceId === null ? [] : listSpans(store, traceId),
    store.db
      .selectFrom('problems')
      .select(['state', 'state_at', 'count', 'first_at', 'last_at'])
      .where('fingerprint', '=', report.fingerprint)
      .executeTakeFirst(),
  ])

  const budgets = {
    request: createPageBudget(REPORT_BYTES.request),
    feedback: createPageBudget(REPORT_BYTES.feedback),
    exceptions: createPageBudget(REPORT_BYTES.exceptions),
    breadcrumbs: createPageBudget(REPORT_BYTES.breadcrumbs),
    spans: createPageBudget(REPORT_BYTES.spans),
    others: createPageBudget(REPORT_BYTES.others),
    traceReports: createPageBudget(REPORT_BYTES.traceReports),
    raw: createPageBudget(REPORT_BYTES.raw),
  }
  const viewOccurrences = (name: 'others' | 'traceReports', list: readonly Occurrence[]) =>
    takeWithin(budgets[name], list, ELEMENT_BYTES.occurrence, (entry) => ({
      ...entry,
      message: budgets[name].text(entry.message, MAX.text),
      route: entry.route && budgets[name].text(entry.route, MAX.text),
      release: entry.release && budgets[name].text(entry.release, MAX.text),
    }))
  const view = {
    report: { ...facts, traceId },
    problem: problem ?? null,
    isTranslated: event.tags?.page === 'translated',
    exceptions: viewExceptions(event, sourceMapper(), budgets.exceptions),
    breadcrumbs: viewBreadcrumbs(event, budgets.breadcrumbs),
    request: viewRequest(event, budgets.request),
    cspViolation: viewCspViolation(event, budgets.request),
    others: viewOccurrences('others', others),
    feedback: takeWithin(budgets.feedback, feedback, ELEMENT_BYTES.feedback, (entry) => ({
      ...entry,
      message: budgets.feedback.text(entry.message, entry.message.length),
    })),
    traceReports: viewOccurrences('traceReports', traceReports),
    spans: takeWithin(budgets.spans, spans, ELEMENT_BYTES.span, (span) => ({
      ...span,
      // Counted twice: name and op are the text and the title of a bar.
      name: budgets.spans.text(span.name, MAX.text, 2),
      op: budgets.spans.text(span.op, MAX.text, 2),
      id: budgets.spans.text(span.id, MAX.text),
      parent: span.parent && budgets.spans.text(span.parent, MAX.text),
    })),
    delivery: delivery ? { ...delivery, claimed_by: null } : null,
    raw: budgets.raw.text(indentJson(raw, MAX.raw + 1), MAX.raw),
    now: reports.now(),
  }
  const { raw: rawBudget, others: _others, traceReports: _traceReports, ...parts } = budgets
  return {
    ...view,
    truncated: { parts: Object.values(parts).some(({ isExceeded }) => isExceeded()), raw: rawBudget.isExceeded() },
  }
}

export type ReportView = NonNullable<Awaited<ReturnType<typeof readReport>>>
