import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  fetchCache,
  fetchDelivery,
  fetchJobs,
  fetchVitals,
  updateCalls,
  updateDeadLetters,
} from '#fairlead/report-desk/operations.functions.ts'
import {
  fetchFacets,
  fetchLookup,
  fetchProblems,
  fetchReport,
  updateProblems,
} from '#fairlead/report-desk/reports.functions.ts'
import { VISITS } from '#fairlead/error-reports/envelope/visits.ts'
import { type Filters, readFilters } from '#fairlead/error-reports/store/problem-filters.ts'

/** If the session has ended, reloads the document, which then shows the sign-in form and returns to this page. */
async function reloadOnUnauthorized<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401 || typeof window === 'undefined') throw error
    window.location.reload()
    return new Promise<never>(() => {})
  }
}

export const POLL_MS = 5_000

type Fetch<Input, Data> = (options: { data: Input; signal: AbortSignal }) => Promise<Data>

/** Creates the query of a server function, whose input is part of the key. */
function deskQuery<Input, Data>(name: string, fetchData: Fetch<Input, Data>, data: Input) {
  return queryOptions({
    queryKey: ['reports', name, data],
    queryFn: ({ signal }) => reloadOnUnauthorized(fetchData({ data, signal })),
  })
}

/** One page of the problem list. `search` comes from the URL and is parsed here. */
export function problemsQuery(search: Filters, page: number) {
  return deskQuery('list', fetchProblems, { filters: readFilters(search), page })
}

export const facetsQuery = deskQuery('facets', fetchFacets, undefined)

/** A report with its feedback, trace and related reports; `null` when there is none. */
export const reportQuery = (id: string) => deskQuery('report', fetchReport, { query: id })

export const lookupQuery = (query: string) => deskQuery('find', fetchLookup, { query })

export const deliveryQuery = deskQuery('delivery', fetchDelivery, undefined)

export const cacheQuery = deskQuery('cache', fetchCache, undefined)

export const jobsQuery = deskQuery('jobs', fetchJobs, undefined)

/** The search of `/reports/vitals`; other visits than those of the desk are page loads. */
export type VitalsSearch = { days?: 1 | 7 | 30 | undefined; visits?: string | undefined }

export function vitalsQuery({ days = 7, visits }: VitalsSearch) {
  return deskQuery('vitals', fetchVitals, { days, visits: VISITS.find((known) => known === visits) ?? 'load' })
}

/** The problems of an update: by fingerprint, or all that match the filters except some. */
export type SelectionTarget = { fingerprints: string[] } | { filters: Filters; except: string[] }

/** The new state of a problem; `deleted` removes the problem with its reports. */
export type ProblemUpdate = 'open' | 'resolved' | 'ignored' | 'deleted'

/**
 * Calls a server function that changes the data of these queries. Without a connection it fails at once instead of
 * waiting.
 */
function useUpdate<Data>(update: (options: { data: Data }) => Promise<unknown>, queries: readonly string[]) {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (data: Data) => reloadOnUnauthorized(update({ data })),
    // Nobody waits for this, because the update itself is done.
    onSettled: () => {
      for (const name of queries) void queryClient.invalidateQueries({ queryKey: ['reports', name] })
    },
  })
}

export const useUpdateProblems = () =>
  useUpdate<SelectionTarget & { to: ProblemUpdate }>(updateProblems, ['list', 'report'])

export const useUpdateDeadLetters = () => useUpdate(updateDeadLetters, ['delivery'])

export const useUpdateCalls = () => useUpdate(updateCalls, ['jobs'])
