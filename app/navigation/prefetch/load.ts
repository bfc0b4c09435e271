import type { QueryClient, QueryExecuteOptions, QueryFunction, QueryKey } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import type { PrefetchEntries } from './entries.ts'
import type { NavigationLog } from './navigations.ts'
import type { PrefetchQueue } from './queue.ts'
import type { PrefetchRequests } from './requests.ts'
import { arrivedAt, statusOf, type DatedState } from './status.ts'
import { targetOf, type LocationLike } from './target.ts'

/** How a loader answers: from the cache, from the cache while new data comes, or with new data only. */
export type LoadDecision = { readonly type: 'cached' } | { readonly type: 'refresh' } | { readonly type: 'fetch' }

/** What `load` needs of a route loader's context. */
export interface LoadContext {
  readonly preload: boolean
  readonly location: LocationLike
}

/** Reads a query for a route's loader. Rejects with the query function's error, redirects and not-found included. */
export type Load = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  context: LoadContext,
) => Promise<TData>

/** The browser's half; without it `load` neither counts nor records, which is right on the server. */
export interface LoadPrefetching {
  readonly queue: Pick<PrefetchQueue, 'hurry' | 'isUrgent' | 'triggerOf'>
  readonly requests: Pick<PrefetchRequests, 'attribute'>
  readonly entries: Pick<PrefetchEntries, 'note' | 'forget'>
  readonly navigations: Pick<NavigationLog, 'answered'>
}

/** Decides by the data's age at `now` (epoch milliseconds), see status.ts. Pure. */
export function decideLoad(state: DatedState | undefined, now: number): LoadDecision {
  switch (statusOf({ dataUpdatedAt: arrivedAt(state), wasRead: true }, now)) {
    case 'fresh':
    case 'reusable':
      return { type: 'cached' }
    case 'stale':
      return { type: 'refresh' }
    case 'expired':
      return { type: 'fetch' }
  }
}

/**
 * Makes the one way in which route loaders read data. Stale data answers a navigation at once and is refreshed
 * behind it; a prefetch awaits the refresh, so that its slot is held while it lasts. The router must not answer in
 * its place: `defaultPreloadStaleTime: 0`, `defaultStaleTime: 0`, `defaultStaleReloadMode: 'blocking'`.
 */
export function createLoad(options: {
  readonly queryClient: QueryClient
  readonly prefetching?: LoadPrefetching | undefined
  readonly now?: () => number
}): {
  readonly load: Load
  readonly hurry: (query: object) => void
  /** Whether a prefetch is fetching this query. */
  readonly isPrefetching: (query: object) => boolean
} {
  const { queryClient, prefetching, now = Date.now } = options
  const cache = queryClient.getQueryCache()
  // For which target a query is being prefetched.
  const prefetchedFor = new WeakMap<object, string>()

  /** Someone waits for `query`: if a prefetch of whichever target is fetching it, its requests go out at once. */
  function hurry(query: object): void {
    const target = prefetchedFor.get(query)
    if (target !== undefined) prefetching?.queue.hurry(target)
  }

  function fetchNow<TData, TKey extends QueryKey>(
    queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  ): Promise<TData> {
    // Any finite limit would take data from a clock that runs ahead for current.
    return queryClient.query({ ...queryOptions, staleTime: Number.NEGATIVE_INFINITY })
  }

  async function prefetch<TData, TKey extends QueryKey>(
    queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
    queryHash: string,
    target: string,
    { queue, requests, entries }: LoadPrefetching,
  ): Promise<TData> {
    const { queryFn } = queryOptions
    const attributed: QueryFunction<TData, TKey> | undefined =
      typeof queryFn === 'function'
        ? (context) => {
            requests.attribute(context.signal, target)
            return queryFn(context)
          }
        : undefined
    const fetching = fetchNow({
      ...queryOptions,
      ...(attributed && { queryFn: attributed }),
      // A prefetch is not worth a second try, unless a navigation has joined it: that one loads afresh, once.
      retry: (failures, error) => failures === 0 && queue.isUrgent(target) && !isRedirect(error) && !isNotFound(error),
      retryDelay: 0,
    })
    const query = cache.get(queryHash)
    if (query && !prefetchedFor.has(query)) prefetchedFor.set(query, target)
    try {
      return await fetching
    } catch (cause) {
      // It leaves no entry either, so that nobody finds an error that is not theirs. Older data outlives it.
      if (query?.state.data === undefined) {
        if (query?.state.fetchStatus === 'idle' && query.getObserversCount() === 0) cache.remove(query)
        entries.forget(target)
      }
      throw cause
    } finally {
      if (query && prefetchedFor.get(query) === target) prefetchedFor.delete(query)
    }
  }

  const load: Load = async <TData, TKey extends QueryKey>(
    queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
    { preload, location }: LoadContext,
  ) => {
    const target = targetOf(location)
    const { queryHash } = queryClient.defaultQueryOptions(queryOptions)
    const query = cache.get<TData>(queryHash)
    if (query && !preload) hurry(query)

    const fetch = () =>
      preload && prefetching ? prefetch(queryOptions, queryHash, target, prefetching) : fetchNow(queryOptions)
    const answer = async (cached: TData | undefined): Promise<TData> => {
      const decision = decideLoad(query?.state, now())
      if (!preload) prefetching?.navigations.answered(decision.type)
      if (cached === undefined || decision.type === 'fetch') return fetch()
      if (decision.type === 'cached') return cached
      const refreshed = fetch().catch(() => cached)
      return preload ? refreshed : cached
    }

    const data = await answer(query?.state.data)
    prefetching?.entries.note(
      target,
      queryHash,
      preload ? (prefetching.queue.triggerOf(target) ?? 'redirect') : 'navigation',
    )
    return data
  }
  return { load, hurry, isPrefetching: (query) => prefetchedFor.has(query) }
}
