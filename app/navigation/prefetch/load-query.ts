import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'
import type { LoadDecision } from '#app/navigation/prefetch/navigation-log.ts'
import { type LocationLike, prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'
import { type DatedState, getFetchedAt, getPrefetchStatus } from '#app/navigation/prefetch/prefetch-status.ts'

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

/** The browser's part. Without it, as on the server, `load` neither counts nor records. */
export interface LoadPrefetching {
  /** Fetches a query for a prefetch of `target`. */
  readonly prefetch: Fetch
  /** Sends the requests of a query at once: a navigation or a component waits for it. */
  readonly prioritize: (query: object) => void
  /** Counts a query of the current navigation by the source of its data. */
  readonly countQuery: (source: LoadDecision['type']) => void
  /** Records that the query with this hash is part of `target`. */
  readonly track: (target: string, queryHash: string, preload: boolean) => void
}

/** Decides by the data's age at `now` (epoch milliseconds), see `getPrefetchStatus`. Pure. */
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

/** Fetches regardless of the cache. With a finite `staleTime`, data dated by a clock that runs ahead would be fresh. */
export function fetchNow<TData, TKey extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
): Promise<TData> {
  return queryClient.query({ retry: false, ...options, staleTime: Number.NEGATIVE_INFINITY })
}

/**
 * Creates the function by which route loaders read data. A navigation gets stale data at once, and it is refreshed in
 * the background; a prefetch awaits the refresh, so that its slot is held meanwhile. The router's own cache must be off: `defaultPreloadStaleTime: 0`, `defaultStaleTime: 0`, `defaultStaleReloadMode: 'blocking'`.
 */
export function createLoad(options: {
  readonly queryClient: QueryClient
  /** Called at every load, because the engine is loaded after the page. */
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
    // With its hash, which would be made again.
    const hashed = { ...queryOptions, queryHash }
    const query = queryClient.getQueryCache().get<TData>(queryHash)
    if (query && !preload) prefetching?.prioritize(query)

    const fetch = () =>
      preload && prefetching ? prefetching.prefetch(queryOptions, queryHash, target) : fetchNow(queryClient, hashed)
    const read = (cached: TData | undefined): TData | Promise<TData> => {
      const decision = decideLoad(query?.state, now())
      if (!preload) prefetching?.countQuery(decision.type)
      if (cached === undefined || decision.type === 'fetch') return fetch()
      if (decision.type === 'cached') return cached
      const refreshed = fetch().catch(() => cached)
      return preload ? refreshed : cached
    }

    const data = await read(query?.state.data)
    // Called again: the engine may have been loaded meanwhile.
    options.prefetching?.()?.track(target, queryHash, preload)
    return data
  }
}
