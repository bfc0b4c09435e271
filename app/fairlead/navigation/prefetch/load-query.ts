import type { QueryClient, QueryExecuteOptions, QueryKey, QueryFunction } from '@tanstack/react-query'
import type { LoadDecision, NavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { type LocationLike, prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import {
  type DatedState,
  getFetchedAt,
  getPrefetchStatus,
  type PrefetchCache,
} from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import type { PrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'
import type { PrefetchRequests } from '#fairlead/navigation/prefetch/prefetch-requests.ts'

export interface LoadContext {
  readonly preload: boolean
  readonly location: LocationLike
}

/** Reads a query for a route's loader. Rejects with the query function's error, redirects and not-found included. */
export type Load = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  context: LoadContext,
) => Promise<TData>

/** Decides by the data's age at `now` (epoch milliseconds), see `getPrefetchStatus`. Pure. */
export function decideLoad(state: DatedState | undefined, now: number): LoadDecision {
  const status = getPrefetchStatus({ dataUpdatedAt: getFetchedAt(state), wasRead: true }, now)
  return status === 'expired' ? 'fetch' : status === 'stale' ? 'refresh' : 'cached'
}

/**
 * Fetches regardless of the cache. With a finite `staleTime`, data dated by a clock that runs ahead would count as
 * fresh.
 */
function fetchNow<TData, TKey extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
): Promise<TData> {
  return queryClient.query({ retry: false, ...options, staleTime: Number.NEGATIVE_INFINITY })
}

/**
 * Creates the function by which route loaders read data. A navigation gets stale data at once while it is refreshed; a
 * prefetch awaits the refresh, so that it holds its permit in the meantime. The router's cache must be off:
 * `defaultPreloadStaleTime: 0`, `defaultStaleTime: 0`, `defaultStaleReloadMode: 'blocking'`.
 *
 * @param getPrefetching returns the browser's part, once the engine has arrived; until then `load` records nothing
 */
export function createLoad(
  queryClient: QueryClient,
  getPrefetching: () => LoadPrefetching | undefined = () => undefined,
): Load {
  return async <TData, TKey extends QueryKey>(
    queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
    { preload, location }: LoadContext,
  ) => {
    const prefetching = getPrefetching()
    const target = prefetchKey(location)
    const { queryHash } = queryClient.defaultQueryOptions(queryOptions)
    // The hash is passed on, because it would be computed again.
    const hashed = { ...queryOptions, queryHash }
    const query = queryClient.getQueryCache().get<TData>(queryHash)
    if (query && !preload) prefetching?.prioritize(query)

    const fetch = () =>
      preload && prefetching ? prefetching.prefetch(queryOptions, queryHash, target) : fetchNow(queryClient, hashed)
    const read = (cached: TData | undefined): TData | Promise<TData> => {
      const decision = decideLoad(query?.state, Date.now())
      if (!preload) prefetching?.countQuery(decision, queryHash)
      if (cached === undefined || decision === 'fetch') return fetch()
      if (decision === 'cached') return cached
      const refreshed = fetch().catch(() => cached)
      return preload ? refreshed : cached
    }

    const data = await read(query?.state.data)
    // It is called again, because the engine may have been loaded in the meantime.
    getPrefetching()?.track(target, queryHash, preload)
    return data
  }
}

/** Creates the browser's part of `load`: it queues prefetches, and distinguishes them from navigations. */
export function createPrefetchLoad(options: {
  readonly queryClient: QueryClient
  readonly queue: Pick<PrefetchQueue, 'prioritize' | 'isUrgent' | 'triggerOf'>
  readonly requests: Pick<PrefetchRequests, 'tagSignal'>
  readonly entries: Pick<PrefetchCache, 'track' | 'evict'>
  readonly navigations: Pick<NavigationLog, 'countQuery'>
}) {
  const { queryClient, queue, requests, entries, navigations } = options
  const cache = queryClient.getQueryCache()
  const prefetchedFor = new WeakMap<object, string>()

  return {
    async prefetch<TData, TKey extends QueryKey>(
      queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
      queryHash: string,
      target: string,
    ): Promise<TData> {
      const { queryFn } = queryOptions
      const tagged: QueryFunction<TData, TKey> | undefined =
        typeof queryFn === 'function'
          ? (context) => {
              requests.tagSignal(context.signal, { target, queryHash })
              return queryFn(context)
            }
          : undefined
      const fetching = fetchNow(queryClient, {
        ...queryOptions,
        ...(tagged && { queryFn: tagged }),
        // A prefetch is retried once if a navigation has joined it, otherwise not at all.
        retry: (failures, error) =>
          failures === 0 && queue.isUrgent(target) && !isRedirect(error) && !isNotFound(error),
        retryDelay: 0,
      })
      const query = cache.get(queryHash)
      if (query && !prefetchedFor.has(query)) prefetchedFor.set(query, target)
      try {
        return await fetching
      } catch (cause) {
        // A failed prefetch leaves no entry, so that no navigation finds its error. Older data stays.
        if (query?.state.data === undefined) {
          if (query?.state.fetchStatus === 'idle' && query.getObserversCount() === 0) cache.remove(query)
          entries.evict(target)
        }
        throw cause
      } finally {
        if (query && prefetchedFor.get(query) === target) prefetchedFor.delete(query)
      }
    },
    /** Sends the requests of the prefetch that is fetching the query, if any, at once: a visitor waits for it. */
    prioritize: (query: object): void => {
      const target = prefetchedFor.get(query)
      if (target !== undefined) queue.prioritize(target)
    },
    countQuery: navigations.countQuery,
    /** Records that the query with this hash is part of `target`. */
    track(target: string, queryHash: string, preload: boolean): void {
      entries.track(target, queryHash, preload ? (queue.triggerOf(target) ?? 'redirect') : 'navigation')
    },
    isPrefetching: (query: object) => prefetchedFor.has(query),
  }
}

type LoadPrefetching = ReturnType<typeof createPrefetchLoad>
