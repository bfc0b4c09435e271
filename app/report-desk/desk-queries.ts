import { queryOptions } from '@tanstack/react-query'
import { type Filters, readFilters } from '#app/error-reports/store/problem-filters.ts'

/**
 * Awaits a server function of the desk. When the session has ended, reloads the document, which then has the sign-in form
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

/** The prefix of the keys of all problem lists. Updating a problem invalidates them all. */
export const listKey = ['reports', 'list'] as const

/** One page of the problem list. `search` comes from the URL and is parsed here. */
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

/** The values that the list can be filtered by. */
export const facetsQuery = queryOptions({
  queryKey: ['reports', 'facets'],
  queryFn: async ({ signal }) => {
    const { fetchFacets } = await import('#app/report-desk/problems.functions.ts')
    return reloadOnUnauthorized(fetchFacets({ signal }))
  },
})

/** A report with its feedback, trace and related reports; `null` when there is none. */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['reports', 'report', id],
    queryFn: async ({ signal }) => {
      const { fetchReport } = await import('#app/report-desk/report.functions.ts')
      return reloadOnUnauthorized(fetchReport({ data: { query: id }, signal }))
    },
  })
}

/** The report, or the similar digests, for a text that was typed into the lookup field. */
export function lookupQuery(query: string) {
  return queryOptions({
    queryKey: ['reports', 'find', query],
    queryFn: async ({ signal }) => {
      const { fetchLookup } = await import('#app/report-desk/report.functions.ts')
      return reloadOnUnauthorized(fetchLookup({ data: { query }, signal }))
    },
  })
}

/** The state of delivery to the ingest and of the store. */
export const deliveryQuery = queryOptions({
  queryKey: ['reports', 'delivery'],
  queryFn: async ({ signal }) => {
    const { fetchDelivery } = await import('#app/report-desk/delivery.functions.ts')
    return reloadOnUnauthorized(fetchDelivery({ signal }))
  },
})

/** The state of the page cache. */
export const cacheQuery = queryOptions({
  queryKey: ['reports', 'cache'],
  queryFn: async ({ signal }) => {
    const { fetchCache } = await import('#app/report-desk/cache.functions.ts')
    return reloadOnUnauthorized(fetchCache({ signal }))
  },
})

/** Web vitals by route and navigation times of the last days. */
export function vitalsQuery(days: 1 | 7 | 30) {
  return queryOptions({
    queryKey: ['reports', 'vitals', days],
    queryFn: async ({ signal }) => {
      const { fetchVitals } = await import('#app/report-desk/vitals.functions.ts')
      return reloadOnUnauthorized(fetchVitals({ data: { days }, signal }))
    },
  })
}
