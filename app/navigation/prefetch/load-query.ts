import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'
import { getFetchedAt, getPrefetchStatus, type DatedState } from './prefetch-status.ts'
import { prefetchKey, type LocationLike } from './prefetch-key.ts'

/** The source of a loader's data: the cache, the cache while it is refreshed, or the server. */
export type LoadDecision = { readonly type: 'cached' } | { readonly type: 'refresh' } | { readonly type: 'fetch' }

/** The part of a route loader's context that `load` uses. */
export interface LoadContext {
  readonly preload: boolean
  readonly location: LocationLike
}

/** Reads a query for a route's loader. Rejects with the query function's error, redirects and not-found included. */
export type Load = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  context: LoadContext,
) => Promise<TData>

type Fetch = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  queryHash: string,
  target: string,
) => Promise<TData>

/** The browser's half, see prefetch-load.ts. Without it `load` neither counts nor records: right on the server. */
export interface LoadPrefetching {
  /** Fetches a query for a prefetch of `target`. */
  readonly prefetch: Fetch
  /** Someone waits for this query. */
  readonly hurry: (query: object) => void
  /** A navigation has got an answer. */
  readonly answered: (how: LoadDecision['type']) => void
  /** The query with this hash is part of `target`. */
  readonly note: (target: string, queryHash: string, preload: boolean) => void
}

/** Decides by the data's age at `now` (epoch milliseconds), see status.ts. Pure. */
export function decideLoad(state: DatedState | undefined, now: number): LoadDecision {
  switch (getPrefetchStatus({ dataUpdatedAt: getFetchedAt(state), wasRead: true }, now)) {
    case 'fresh':
    case 'reusable':
      return { type: 'cached' }
    case 'stale':
      return { type: 'refresh' }
    case 'expired':
      return { type: 'fetch' }
  }
}

/** Fetches whatever the cache holds: any finite limit would take data from a clock that runs ahead for current. */
export function fetchNow<TData, TKey extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
): Promise<TData> {
  return queryClient.query({ retry: false, ...options, staleTime: Number.NEGATIVE_INFINITY })
}

/**
 * Makes the one way in which route loaders read data. Stale data answers a navigation at once and is refreshed
 * behind it; a prefetch awaits the refresh, so that its slot is held while it lasts. The router must not answer in
 * its place: `defaultPreloadStaleTime: 0`, `defaultStaleTime: 0`, `defaultStaleReloadMode: 'blocking'`.
 */
export function createLoad(options: {
  readonly queryClient: QueryClient
  /** Asked at every load, because it comes after the page. */
  readonly prefetching?: () => LoadPrefetching | undefined
  readonly now?: () => number
}): Load {
  const { queryClient, now = Date.now } = options

  return async <TData, TKey extends QueryKey>(
    queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
    { preload, location }: LoadContext,
  ) => {
    const prefetching = options.prefetching?.()
    const target = prefetchKey(location)
    const { queryHash } = queryClient.defaultQueryOptions(queryOptions)
    const query = queryClient.getQueryCache().get<TData>(queryHash)
    if (query && !preload) prefetching?.hurry(query)

    const fetch = () =>
      preload && prefetching
        ? prefetching.prefetch(queryOptions, queryHash, target)
        : fetchNow(queryClient, queryOptions)
    const answer = async (cached: TData | undefined): Promise<TData> => {
      const decision = decideLoad(query?.state, now())
      if (!preload) prefetching?.answered(decision.type)
      if (cached === undefined || decision.type === 'fetch') return fetch()
      if (decision.type === 'cached') return cached
      const refreshed = fetch().catch(() => cached)
      return preload ? refreshed : cached
    }

    const data = await answer(query?.state.data)
    // Asked anew: it may have come meanwhile.
    options.prefetching?.()?.note(target, queryHash, preload)
    return data
  }
}
