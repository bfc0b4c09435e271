import { resolve } from 'node:path'
import { breadcrumbsOf, policyOf, requestOf, stacksOf } from '#app/report-desk/report-view.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { createSourceMapper, type SourceMapper } from '#app/error-reports/source-maps.server.ts'
import { resolveQuery } from '#app/error-reports/store/resolve-query.server.ts'
import { getReport } from '#app/error-reports/store/get-report.server.ts'
import { listFeedback, listOthers, listSpans, listTraceReports } from '#app/error-reports/store/occurrences.server.ts'

let mapper: SourceMapper | undefined

/** Maps lie beside the server, which is started in the project's folder. */
function mapSource(): SourceMapper {
  return (mapper ??= createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps')))
}

/** JSON as people read it; as it came where it is none. */
function indented(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}

/** All that the desk shows of a report, by its id or digest; `null` when there is none. */
export async function readReport(typed: string) {
  const monitoring = await requireMonitoring()
  const store = monitoring.store()
  const looked = await resolveQuery(store, typed)
  const stored = looked.type === 'found' ? await getReport(store, looked.id) : undefined
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
  return {
    report: { ...facts, traceId },
    problem: problem ?? null,
    stacks: stacksOf(event, mapSource()),
    breadcrumbs: breadcrumbsOf(event),
    request: requestOf(event),
    policy: policyOf(event),
    others,
    feedback,
    related,
    spans,
    delivery: delivery ? { ...delivery, claimed_by: null } : null,
    raw: indented(raw),
    now: monitoring.now(),
  }
}

export type ReportView = NonNullable<Awaited<ReturnType<typeof readReport>>>
