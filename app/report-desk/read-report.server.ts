import { resolve } from 'node:path'
import { indentJson } from '#app/report-desk/indent-json.ts'
import { createPageBudget, REPORT_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { breadcrumbsOf, policyOf, requestOf, stacksOf } from '#app/report-desk/event-view.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { createSourceMapper, type SourceMapper } from '#app/error-reports/source-maps.server.ts'
import { getReport, resolveQuery, type StoredReport } from '#app/error-reports/store/report-lookup.server.ts'
import {
  listFeedback,
  listOthers,
  listSpans,
  listTraceReports,
  type Occurrence,
} from '#app/error-reports/store/occurrences.server.ts'

let mapper: SourceMapper | undefined

/** Maps lie beside the server, which is started in the project's folder. */
function mapSource(): SourceMapper {
  return (mapper ??= createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps')))
}

/** Characters of the raw event that are shown, at most. */
const RAW = 60_000

/** Characters of other reports' messages, which are a line each. */
const LINE = 300

/** Bytes that an entry of a list takes on the page and in its data, without its texts. */
const ELEMENT = { feedback: 500, occurrence: 900, span: 1_000 } as const

/** A report with its event, by its id or digest. */
async function findByText(typed: string): Promise<StoredReport | undefined> {
  const store = (await requireMonitoring()).store()
  const looked = await resolveQuery(store, typed)
  return looked.type === 'found' ? getReport(store, looked.id) : undefined
}

/** The event of a report as it came; `null` when there is none. */
export async function readRawEvent(typed: string): Promise<{ id: string; raw: string } | null> {
  const stored = await findByText(typed)
  return stored ? { id: stored.report.id, raw: stored.raw } : null
}

/** What the desk shows of a report, as far as it fits on a page; `null` when there is none. */
export async function readReport(typed: string) {
  const monitoring = await requireMonitoring()
  const store = monitoring.store()
  const stored = await findByText(typed)
  if (!stored) return null
  const { report, event, raw, delivery } = stored
  const { envelope: _, trace_id: traceId, ...facts } = report
  const [others, feedback, related, spans, problem] = await Promise.all([
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
    stacks: createPageBudget(REPORT_BYTES.stacks),
    breadcrumbs: createPageBudget(REPORT_BYTES.breadcrumbs),
    spans: createPageBudget(REPORT_BYTES.spans),
    others: createPageBudget(REPORT_BYTES.others),
    related: createPageBudget(REPORT_BYTES.related),
    raw: createPageBudget(REPORT_BYTES.raw),
  }
  const lines = (name: 'others' | 'related', list: readonly Occurrence[]) =>
    takeWithin(budgets[name], list, ELEMENT.occurrence, (one) => ({
      ...one,
      message: budgets[name].text(one.message, LINE),
      route: one.route && budgets[name].text(one.route, LINE),
      release: one.release && budgets[name].text(one.release, LINE),
    }))
  const view = {
    report: { ...facts, traceId },
    problem: problem ?? null,
    stacks: stacksOf(event, mapSource(), budgets.stacks),
    breadcrumbs: breadcrumbsOf(event, budgets.breadcrumbs),
    request: requestOf(event, budgets.request),
    policy: policyOf(event, budgets.request),
    others: lines('others', others),
    feedback: takeWithin(budgets.feedback, feedback, ELEMENT.feedback, (said) => ({
      ...said,
      message: budgets.feedback.text(said.message, said.message.length),
    })),
    related: lines('related', related),
    spans: takeWithin(budgets.spans, spans, ELEMENT.span, (span) => ({
      ...span,
      // Its name is the text and the title of its bar.
      name: budgets.spans.text(span.name, LINE, 2),
      op: budgets.spans.text(span.op, LINE, 2),
      id: budgets.spans.text(span.id, LINE),
      parent: span.parent && budgets.spans.text(span.parent, LINE),
    })),
    delivery: delivery ? { ...delivery, claimed_by: null } : null,
    raw: budgets.raw.text(indentJson(raw, RAW + 1), RAW),
    now: monitoring.now(),
  }
  const { raw: rawBudget, others: _others, related: _related, ...parts } = budgets
  return { ...view, cut: { parts: Object.values(parts).some(({ isCut }) => isCut()), raw: rawBudget.isCut() } }
}

export type ReportView = NonNullable<Awaited<ReturnType<typeof readReport>>>
