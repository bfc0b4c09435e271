import { queryOptions } from '@tanstack/react-query'
import { type Filters, readFilters } from '#app/error-reports/store/problem-filters.ts'

/**
 * Waits for an answer to the operator. When the session has ended meanwhile the document is loaded anew: it has the form,
 * and leads back here.
 */
export async function reloadOnUnauthorized<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401 || typeof window === 'undefined') throw error
    window.location.reload()
    return new Promise<never>(() => {})
  }
}

/** What begins the key of every list: changing a problem makes all of them old. */
export const listKey = ['reports', 'list'] as const

/** One page of the list of problems. What the address says is read here: it may say anything. */
export function problemsQuery(search: Filters, page: number) {
  const filters = readFilters(search)
  return queryOptions({
    queryKey: [...listKey, filters, page],
    queryFn: async ({ signal }) => {
      const { fetchProblems } = await import('#app/report-desk/problems.functions.ts')
      return reloadOnUnauthorized(fetchProblems({ data: { filters, page }, signal }))
    },
  })
}

/** What the list can be filtered by. */
export const facetsQuery = queryOptions({
  queryKey: ['reports', 'facets'],
  queryFn: async ({ signal }) => {
    const { fetchFacets } = await import('#app/report-desk/problems.functions.ts')
    return reloadOnUnauthorized(fetchFacets({ signal }))
  },
})

/** A report with all that belongs to it; `null` when there is none. */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['reports', 'report', id],
    queryFn: async ({ signal }) => {
      const { fetchReport } = await import('#app/report-desk/report.functions.ts')
      return reloadOnUnauthorized(fetchReport({ data: { typed: id }, signal }))
    },
  })
}

/** Where a text that was typed leads. */
export function lookUpQuery(typed: string) {
  return queryOptions({
    queryKey: ['reports', 'find', typed],
    queryFn: async ({ signal }) => {
      const { fetchLookup } = await import('#app/report-desk/report.functions.ts')
      return reloadOnUnauthorized(fetchLookup({ data: { typed }, signal }))
    },
  })
}

/** How things stand with the ingest. */
export const deliveryQuery = queryOptions({
  queryKey: ['reports', 'delivery'],
  queryFn: async ({ signal }) => {
    const { fetchDelivery } = await import('#app/report-desk/delivery.functions.ts')
    return reloadOnUnauthorized(fetchDelivery({ signal }))
  },
})

/** The speed of the pages. */
export function vitalsQuery(days: 1 | 7 | 30) {
  return queryOptions({
    queryKey: ['reports', 'vitals', days],
    queryFn: async ({ signal }) => {
      const { fetchVitals } = await import('#app/report-desk/vitals.functions.ts')
      return reloadOnUnauthorized(fetchVitals({ data: { days }, signal }))
    },
  })
}
