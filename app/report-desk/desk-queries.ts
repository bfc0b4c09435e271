import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Filters, readFilters } from '#app/error-reports/store/problem-filters.ts'

/**
 * Awaits a server function of the desk. If the session has ended, it reloads the document, which then shows the sign-in
 * form and leads back here.
 */
async function reloadOnUnauthorized<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401 || typeof window === 'undefined') throw error
    window.location.reload()
    return new Promise<never>(() => {})
  }
}

/** The prefix of the keys of all problem lists. Updating a problem invalidates them all. */
const listKey = ['reports', 'list'] as const

/** One page of the problem list. `search` comes from the URL and is parsed here. */
export function problemsQuery(search: Filters, page: number) {
  const filters = readFilters(search)
  return queryOptions({
    queryKey: [...listKey, filters, page],
    queryFn: async ({ signal }) => {
      const { fetchProblems } = await import('#app/report-desk/reports.functions.ts')
      return reloadOnUnauthorized(fetchProblems({ data: { filters, page }, signal }))
    },
  })
}

/** The values that the list can be filtered by. */
export const facetsQuery = queryOptions({
  queryKey: ['reports', 'facets'],
  queryFn: async ({ signal }) => {
    const { fetchFacets } = await import('#app/report-desk/reports.functions.ts')
    return reloadOnUnauthorized(fetchFacets({ signal }))
  },
})

/** A report with its feedback, trace and related reports; `null` when there is none. */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['reports', 'report', id],
    queryFn: async ({ signal }) => {
      const { fetchReport } = await import('#app/report-desk/reports.functions.ts')
      return reloadOnUnauthorized(fetchReport({ data: { query: id }, signal }))
    },
  })
}

/** The report, or the similar digests, for a text that was typed into the lookup field. */
export function lookupQuery(query: string) {
  return queryOptions({
    queryKey: ['reports', 'find', query],
    queryFn: async ({ signal }) => {
      const { fetchLookup } = await import('#app/report-desk/reports.functions.ts')
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

/** The problems of an update: by fingerprint, or all that match the filters except some. */
export type SelectionTarget = { fingerprints: string[] } | { filters: Filters; except: string[] }

/** The new state of problems; `deleted` removes them with their reports. */
export type ProblemUpdate = 'open' | 'resolved' | 'ignored' | 'deleted'

/** Updates problems and refetches everything that shows them. Offline it fails at once instead of waiting. */
export function useUpdateProblems() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (data: SelectionTarget & { to: ProblemUpdate }) => {
      const { updateProblems } = await import('#app/report-desk/reports.functions.ts')
      return reloadOnUnauthorized(updateProblems({ data }))
    },
    // Nobody waits for this, because the update itself is done.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: listKey })
      void queryClient.invalidateQueries({ queryKey: ['reports', 'report'] })
    },
  })
}

type DeadLetterUpdate = { envelopes: number[]; action: 'retry' | 'discard' }

/** Retries or discards dead letters and refetches the delivery page. Offline it fails at once instead of waiting. */
export function useUpdateDeadLetters() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (data: DeadLetterUpdate) => {
      const { updateDeadLetters } = await import('#app/report-desk/delivery.functions.ts')
      return reloadOnUnauthorized(updateDeadLetters({ data }))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: deliveryQuery.queryKey }),
  })
}
