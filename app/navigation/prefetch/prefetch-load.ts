import type { QueryClient, QueryExecuteOptions, QueryFunction, QueryKey } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { fetchNow, type LoadPrefetching } from '#app/navigation/prefetch/load-query.ts'
import type { NavigationLog } from '#app/navigation/prefetch/navigation-log.ts'
import type { PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import type { PrefetchQueue } from '#app/navigation/prefetch/prefetch-queue.ts'
import type { PrefetchRequests } from '#app/navigation/prefetch/prefetch-requests.ts'

/** Creates the browser's part of `load`: prefetches are queued and told from navigations. */
export function createPrefetchLoad(options: {
  readonly queryClient: QueryClient
  readonly queue: Pick<PrefetchQueue, 'prioritize' | 'isUrgent' | 'triggerOf'>
  readonly requests: Pick<PrefetchRequests, 'tagSignal'>
  readonly entries: Pick<PrefetchCache, 'track' | 'evict'>
  readonly navigations: Pick<NavigationLog, 'countQuery'>
}): LoadPrefetching & {
  /** Returns true while a prefetch fetches this query. */
  readonly isPrefetching: (query: object) => boolean
} {
  const { queryClient, queue, requests, entries, navigations } = options
  const cache = queryClient.getQueryCache()
  // The target that a query is being prefetched for.
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
              requests.tagSignal(context.signal, target)
              return queryFn(context)
            }
          : undefined
      const fetching = fetchNow(queryClient, {
        ...queryOptions,
        ...(tagged && { queryFn: tagged }),
        // Retried once if a navigation has joined the prefetch, otherwise not at all.
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
    /** Sends the requests of the prefetch that is fetching the query, if any, at once. */
    prioritize(query) {
      const target = prefetchedFor.get(query)
      if (target !== undefined) queue.prioritize(target)
    },
    countQuery: navigations.countQuery,
    track(target, queryHash, preload) {
      entries.track(target, queryHash, preload ? (queue.triggerOf(target) ?? 'redirect') : 'navigation')
    },
    isPrefetching: (query) => prefetchedFor.has(query),
  }
}
