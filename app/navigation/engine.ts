import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { loadServerFunctions } from 'virtual:server-functions'
import { startLoading } from '#app/navigation/loading/start.tsx'
import { createEntries, type PrefetchEntries } from '#app/navigation/prefetch/entries.ts'
import { installPrefetch, type Network, type Prefetcher } from '#app/navigation/prefetch/install.ts'
import { askAgain } from '#app/navigation/prefetch/links.ts'
import type { LoadPrefetching } from '#app/navigation/prefetch/load.ts'
import { createNavigationLog, type NavigationLog } from '#app/navigation/prefetch/navigations.ts'
import { mayPrefetch, readConditions } from '#app/navigation/prefetch/permission.ts'
import { createPrefetchLoad } from '#app/navigation/prefetch/prefetch-load.ts'
import { createPrefetchQueue, type PrefetchQueue } from '#app/navigation/prefetch/queue.ts'
import { decideRefreshError } from '#app/navigation/prefetch/refresh-error.ts'
import { createPrefetchRequests, type PrefetchRequests } from '#app/navigation/prefetch/requests.ts'
import { type LocationLike, targetOf } from '#app/navigation/prefetch/target.ts'

/** The navigation layer of a tab at work. */
export interface Navigation {
  readonly queue: PrefetchQueue<object[] | undefined>
  readonly entries: PrefetchEntries
  readonly navigations: NavigationLog
  readonly prefetcher: Prefetcher
  readonly loading: LoadPrefetching
  readonly send: PrefetchRequests['fetch']
}

const network: Network = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    const listening = new AbortController()
    addEventListener('online', () => listener(true), listening)
    addEventListener('offline', () => listener(false), listening)
    return () => listening.abort()
  },
}

/** Starts the engine on the tab's router. `first` is where the document was opened. Once, in the browser. */
export function startEngine(router: AnyRouter, queryClient: QueryClient, first: LocationLike): Navigation {
  const watchAnswer = startLoading(router)
  const queue = createPrefetchQueue<object[] | undefined>()
  const requests = createPrefetchRequests({
    queue,
    fetch: (input, init) => fetch(input, init),
    onResponse: watchAnswer,
  })
  const queryCache = queryClient.getQueryCache()
  const entries = createEntries(queryCache)
  const navigations = createNavigationLog()
  const { isPrefetching, ...loading } = createPrefetchLoad({ queryClient, queue, entries, navigations, requests })

  const prefetcher = installPrefetch({
    router,
    queue,
    entries,
    navigations,
    queryCache,
    hurry: loading.hurry,
    network,
    permission: () => mayPrefetch(readConditions(navigator)),
  })
  router.subscribe('onResolved', askAgain)

  // What is there came with the document, unless the visitor has moved on already: then it is what the page shows.
  const shown = targetOf(router.latestLocation)
  const moved = shown !== targetOf(first)
  for (const query of queryCache.getAll()) {
    if (query.state.data === undefined || (moved && query.getObserversCount() === 0)) continue
    entries.note(shown, query.queryHash, moved ? 'navigation' : 'server')
  }
  if (moved) entries.read(shown)
  queryCache.subscribe(({ type, query }) => {
    // Only data that came with the document is there when its query is made.
    if (type === 'added' && query.state.data !== undefined) entries.note(targetOf(first), query.queryHash, 'server')
  })

  queryCache.config.onError = (error, query) => {
    const decision = decideRefreshError(error, {
      hadData: query.state.data !== undefined,
      observers: query.getObserversCount(),
      prefetched: isPrefetching(query),
    })
    if (decision.type === 'redirect') {
      void router.navigate({ ...router.resolveRedirect(decision.redirect).options, replace: true })
    } else if (decision.type === 'reload') {
      queryCache.remove(query)
      void router.invalidate()
    }
  }

  // What came into view before.
  queueMicrotask(askAgain)
  void loadServerFunctions()
  return { queue, entries, navigations, prefetcher, loading, send: requests.fetch }
}
