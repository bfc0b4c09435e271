import { queryOptions } from '@tanstack/react-query'
import { type Filters, readFilters } from '#app/monitoring/reports/filters.ts'

/**
 * Waits for an answer to the operator. When the session has ended meanwhile the document is loaded anew: it has the form,
 * and leads back here.
 */
export async function asOperator<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401 || typeof window === 'undefined') throw error
    window.location.reload()
    return new Promise<never>(() => {})
  }
}

/** What begins the key of every list: changing a problem makes all of them old. */
export const LISTS = ['reports', 'list'] as const

/** One page of the list of problems. What the address says is read here: it may say anything. */
export function problemsQuery(search: Filters, page: number) {
  const filters = readFilters(search)
  return queryOptions({
    queryKey: [...LISTS, filters, page],
    queryFn: async ({ signal }) => {
      const { fetchProblems } = await import('#app/monitoring/reports/problems.functions.ts')
      return asOperator(fetchProblems({ data: { filters, page }, signal }))
    },
  })
}

/** What the list can be filtered by. */
export const facetsQuery = queryOptions({
  queryKey: ['reports', 'facets'],
  queryFn: async ({ signal }) => {
    const { fetchFacets } = await import('#app/monitoring/reports/problems.functions.ts')
    return asOperator(fetchFacets({ signal }))
  },
})

/** A report with all that belongs to it; `null` when there is none. */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['reports', 'report', id],
    queryFn: async ({ signal }) => {
      const { fetchReport } = await import('#app/monitoring/reports/report.functions.ts')
      return asOperator(fetchReport({ data: { typed: id }, signal }))
    },
  })
}

/** Where a text that was typed leads. */
export function lookUpQuery(typed: string) {
  return queryOptions({
    queryKey: ['reports', 'find', typed],
    queryFn: async ({ signal }) => {
      const { fetchLookUp } = await import('#app/monitoring/reports/report.functions.ts')
      return asOperator(fetchLookUp({ data: { typed }, signal }))
    },
  })
}

/** How things stand with the ingest. */
export const deliveryQuery = queryOptions({
  queryKey: ['reports', 'delivery'],
  queryFn: async ({ signal }) => {
    const { fetchDelivery } = await import('#app/monitoring/reports/delivery.functions.ts')
    return asOperator(fetchDelivery({ signal }))
  },
})

/** The speed of the pages. */
export function vitalsQuery(days: 1 | 7 | 30) {
  return queryOptions({
    queryKey: ['reports', 'vitals', days],
    queryFn: async ({ signal }) => {
      const { fetchVitals } = await import('#app/monitoring/reports/vitals.functions.ts')
      return asOperator(fetchVitals({ data: { days }, signal }))
    },
  })
}
