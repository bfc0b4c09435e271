import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { startLoading, watchAnswer } from '#app/navigation/loading/browser.ts'
import { createEntries, type PrefetchEntries } from '#app/navigation/prefetch/entries.ts'
import { installPrefetch, type Network, type Prefetcher } from '#app/navigation/prefetch/install.ts'
import { askAgain } from '#app/navigation/prefetch/links.ts'
import { createLoad, type Load } from '#app/navigation/prefetch/load.ts'
import { createNavigationLog, type NavigationLog } from '#app/navigation/prefetch/navigations.ts'
import { mayPrefetch, readConditions } from '#app/navigation/prefetch/permission.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'
import { createPrefetchQueue, type PrefetchQueue } from '#app/navigation/prefetch/queue.ts'
import { decideRefreshError } from '#app/navigation/prefetch/refresh-error.ts'
import { createPrefetchRequests } from '#app/navigation/prefetch/requests.ts'
import { targetOf } from '#app/navigation/prefetch/target.ts'

/** The parts of a browser's navigation layer that others look at. */
export interface Navigation {
  readonly queue: PrefetchQueue<object[] | undefined>
  readonly entries: PrefetchEntries
  readonly navigations: NavigationLog
  readonly prefetcher: Prefetcher
}

// One of each for the tab: Start asks for the fetch before there is a router.
const queue = createPrefetchQueue<object[] | undefined>()
const requests = createPrefetchRequests({ queue, fetch: (input, init) => fetch(input, init), onResponse: watchAnswer })
let running: Navigation | undefined

/** What every server function call of the browser goes through. */
export const sendRequest = requests.fetch

/** The layer of this tab; none on the server, nor before its router is made. */
export const runningNavigation = () => running

/** Asks for the prefetch of a link's target, see install.ts. */
export const prefetchLink = (options: object, trigger: Trigger) => running?.prefetcher.ask(options, trigger)

const network: Network = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    const listening = new AbortController()
    addEventListener('online', () => listener(true), listening)
    addEventListener('offline', () => listener(false), listening)
    return () => listening.abort()
  },
}

/**
 * Makes the navigation layer of one router: `load` for its context, and `start`, which takes the router once it is
 * made. On the server there is nothing to start.
 */
export function createNavigation(queryClient: QueryClient): {
  readonly load: Load
  readonly start: (router: AnyRouter) => void
} {
  if (typeof document === 'undefined') return { load: createLoad({ queryClient }).load, start: () => {} }

  const queryCache = queryClient.getQueryCache()
  const entries = createEntries(queryCache)
  const navigations = createNavigationLog()
  const { load, hurry, isPrefetching } = createLoad({
    queryClient,
    prefetching: { queue, entries, navigations, requests },
  })

  function start(router: AnyRouter): void {
    const prefetcher = installPrefetch({
      router,
      queue,
      entries,
      navigations,
      queryCache,
      hurry,
      network,
      permission: () => mayPrefetch(readConditions(navigator)),
    })
    running = { queue, entries, navigations, prefetcher }
    router.subscribe('onResolved', askAgain)
    queryCache.subscribe(({ type, query }) => {
      // Only data that came with the document is there when its query is made.
      if (type === 'added' && query.state.data !== undefined) {
        entries.note(targetOf(router.latestLocation), query.queryHash, 'server')
      }
    })
    queryCache.config.onError = (error, query) => {
      const decision = decideRefreshError(error, {
        hadData: query.state.data !== undefined,
        observers: query.getObserversCount(),
        prefetched: isPrefetching(query),
      })
      if (decision.type === 'redirect')
        void router.navigate({ ...router.resolveRedirect(decision.redirect).options, replace: true })
      else if (decision.type === 'reload') {
        queryCache.remove(query)
        void router.invalidate()
      }
    }
    startLoading(router)
  }
  return { load, start }
}
