import type { QueryClient, QueryExecuteOptions, QueryFunction, QueryKey } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import type { PrefetchCache } from './prefetch-cache.ts'
import { fetchNow, type LoadPrefetching } from './load-query.ts'
import type { NavigationLog } from './navigation-log.ts'
import type { PrefetchQueue } from './prefetch-queue.ts'
import type { PrefetchRequests } from './prefetch-requests.ts'

/** Creates the browser's part of `load`: prefetches are queued and told from navigations. */
export function createPrefetchLoad(options: {
  readonly queryClient: QueryClient
  readonly queue: Pick<PrefetchQueue, 'prioritize' | 'isUrgent' | 'triggerOf'>
  readonly requests: Pick<PrefetchRequests, 'tagSignal'>
  readonly entries: Pick<PrefetchCache, 'note' | 'forget'>
  readonly navigations: Pick<NavigationLog, 'answered'>
}): LoadPrefetching & {
  /** Returns true while a prefetch fetches this query. */
  readonly isPrefetching: (query: object) => boolean
} {
  const { queryClient, queue, requests, entries, navigations } = options
  const cache = queryClient.getQueryCache()
  // For which target a query is being prefetched.
  const prefetchedFor = new WeakMap<object, string>()

  return {
    async prefetch<TData, TKey extends QueryKey>(
      queryOptions: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
      queryHash: string,
      target: string,
    ): Promise<TData> {
      const { queryFn } = queryOptions
      const attributed: QueryFunction<TData, TKey> | undefined =
        typeof queryFn === 'function'
          ? (context) => {
              requests.tagSignal(context.signal, target)
              return queryFn(context)
            }
          : undefined
      const fetching = fetchNow(queryClient, {
        ...queryOptions,
        ...(attributed && { queryFn: attributed }),
        // A prefetch is not worth a second try, unless a navigation has joined it: that one loads afresh, once.
        retry: (failures, error) =>
          failures === 0 && queue.isUrgent(target) && !isRedirect(error) && !isNotFound(error),
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
    },
    /** If a prefetch of whichever target is fetching the query, its requests go out at once. */
    hurry(query) {
      const target = prefetchedFor.get(query)
      if (target !== undefined) queue.prioritize(target)
    },
    answered: navigations.answered,
    note(target, queryHash, preload) {
      entries.note(target, queryHash, preload ? (queue.triggerOf(target) ?? 'redirect') : 'navigation')
    },
    isPrefetching: (query) => prefetchedFor.has(query),
  }
}
