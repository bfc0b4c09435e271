import { notFound, redirect } from '@tanstack/react-router'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'
import type { Load, LoadContext } from '#app/navigation/prefetch/load-query.ts'
import {
  cacheQuery,
  deliveryQuery,
  facetsQuery,
  lookupQuery,
  problemsQuery,
  reportQuery,
  vitalsQuery,
} from '#app/report-desk/desk-queries.ts'

/** The used part of the context of a loader. */
type Loading = LoadContext & { context: { load: Load } }

export const loadCache = (loading: Loading) => loading.context.load(cacheQuery, loading)

export const loadDelivery = (loading: Loading) => loading.context.load(deliveryQuery, loading)

export const loadVitals = (loading: Loading & { deps: { days?: 1 | 30 } }) =>
  loading.context.load(vitalsQuery(loading.deps.days ?? 7), loading)

export function loadProblems(loading: Loading & { deps: Filters }): Promise<unknown> {
  const { load } = loading.context
  return Promise.all([load(problemsQuery(loading.deps, 0), loading), load(facetsQuery, loading)])
}

export async function loadReport(loading: Loading & { params: { id: string } }): Promise<void> {
  if (!(await loading.context.load(reportQuery(loading.params.id), loading))) throw notFound()
}

/** Redirects to the report that was found. */
export async function loadLookup(
  loading: Loading & { params: { locale?: Locale | undefined }; deps: { id?: string } },
): Promise<void> {
  const { params, deps, context } = loading
  const result = await context.load(lookupQuery(deps.id ?? ''), loading)
  if (result.type !== 'found') return
  throw redirect({ to: '/{-$locale}/reports/$id', params: { ...params, id: result.id }, replace: true })
}
