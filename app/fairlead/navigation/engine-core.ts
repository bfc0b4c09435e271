import { hasBeside } from 'virtual:routing'
import { identifyAnchors } from '#fairlead/navigation/anchor-entries.ts'
import type { Query } from '@tanstack/react-query'
import type { AnyRoute, AnyRouteMatch, AnyRouter } from '@tanstack/react-router'
import { type EngineOptions, routersOnScreen } from '#fairlead/navigation/router-types.ts'
import { installInterception } from '#fairlead/navigation/interception/install-interception.ts'
import { updateHeadLinks } from '#fairlead/navigation/locale/hreflang.ts'
import { announceNewPage } from '#fairlead/navigation/loading/announce-new-page.ts'
import { freeLeftPages } from '#fairlead/navigation/loading/free-left-pages.ts'
import { holdDocuments } from '#fairlead/navigation/loading/hold-documents.ts'
import { watchNavigation } from '#fairlead/navigation/loading/watch-navigation.tsx'
import { installPrefetch, mayPrefetch } from '#fairlead/navigation/prefetch/install-prefetch.ts'
import { type ObservedLink, observeLinks } from '#fairlead/navigation/prefetch/link-observer.ts'
import { createDocumentLinks, createDocumentPrefetches } from '#fairlead/navigation/prefetch/prefetch-document.ts'
import { createNavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { decideRefreshError, renewData } from '#fairlead/navigation/prefetch/revalidate.ts'
import { afterPaint } from '#fairlead/platform/after-paint.ts'
import type { PrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'
import { type LocationLike, prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'

/** Longest time for which renewing the data on the screen delays prefetches, in milliseconds. */
const RENEWAL_MS = 2_000

/**
 * Pauses the queue while the browser is offline, and until somebody visits a document that it has prerendered. Returns a
 * function that runs work and pauses the queue until its result is painted.
 */
function pauseWhileUnneeded(queue: PrefetchQueue) {
  const page: Document & { prerendering?: boolean } = document
  const running = new Set<object>()
  const follow = () => queue.setPaused(running.size > 0 || !navigator.onLine || page.prerendering === true)
  addEventListener('online', follow)
  addEventListener('offline', follow)
  page.addEventListener('prerenderingchange', follow)
  follow()
  return async (work: () => Promise<void>): Promise<void> => {
    const end = (): void => {
      running.delete(work)
      follow()
    }
    running.add(work)
    follow()
    setTimeout(end, RENEWAL_MS)
    await work().finally(() => afterPaint(end))
  }
}

/** Returns the names and ages of the loader data that a router shows and may load again. */
function loadedData({ stores, routesById }: AnyRouter): string[] {
  const matches: readonly AnyRouteMatch[] = stores.matches.get()
  return matches.flatMap(({ id, routeId, updatedAt }) => {
    const route = (routesById as Record<string, AnyRoute>)[String(routeId)]
    return route?.options.loader && route.options.staleTime !== Infinity ? [`${id} ${updatedAt}`] : []
  })
}

/**
 * Starts the engine on the tab's router. `first` is the location at which the document was opened, `present` are the
 * links that are already on the page. Call once, in the browser.
 */
export function startEngine(options: EngineOptions, first: LocationLike, present: ReadonlyMap<Element, ObservedLink>) {
  const { router, delegates, own, queryClient } = options
  identifyAnchors(options.page.browser)
  announceNewPage(router, first)
  freeLeftPages(router)
  updateHeadLinks(router, first)
  holdDocuments(router, delegates)
  const { preloadRoute, ...interception } = installInterception(options)
  const invalidateShown = async (invalidation?: object): Promise<void> => {
    await Promise.all([own.invalidate(invalidation), interception.opened()?.own.invalidate(invalidation)])
  }
  const navigations = createNavigationLog(afterPaint)
  const { onResponse, needsDocument, ...watch } = watchNavigation(options, first, navigations)
  const isAllowed = () => mayPrefetch(navigator)
  const documents = createDocumentPrefetches()
  // Documents depend on the cookies of their visitor: the session's, the language, the theme.
  if ('cookieStore' in window) window.cookieStore.addEventListener('change', documents.clear)
  const prefetching = installPrefetch({
    router,
    queryClient,
    navigations,
    preloadRoute,
    onResponse,
    isAllowed,
    documents,
    needsDocument,
  })
  const { queue, entries, prefetchLoad, prefetch, prefetchCode, preload, follow } = prefetching
  const renew = pauseWhileUnneeded(queue)
  delegates.engine = {
    ...interception,
    ...watch,
    preload,
    follow,
    invalidate: (invalidation) => renew(() => renewData(queryClient, () => invalidateShown(invalidation))),
  }
  const documentLink = hasBeside
    ? createDocumentLinks((link) => void (isAllowed() && documents.prefetch(link)))
    : undefined
  const links = observeLinks(present, prefetch, prefetchCode, documentLink)
  router.subscribe('onResolved', links.requeue)

  // The cached data came with the document, unless the visitor has navigated since; then it belongs to the page on the
  // screen.
  const shown = prefetchKey(router.latestLocation)
  const moved = shown !== prefetchKey(first)
  const queryCache = queryClient.getQueryCache()
  for (const query of queryCache.getAll()) {
    if (query.state.data === undefined || (moved && query.getObserversCount() === 0)) continue
    entries.track(shown, query.queryHash, moved ? 'navigation' : 'server')
  }
  if (moved) entries.markUsed(shown)
  queryCache.subscribe(({ type, query }) => {
    // A query already has data when it is added only if it came with the document.
    if (type === 'added' && query.state.data !== undefined) entries.track(prefetchKey(first), query.queryHash, 'server')
  })

  const onQueryError = (error: Error, query: Query<unknown, unknown>) => {
    const decision = decideRefreshError(error, {
      hadData: query.state.data !== undefined,
      observers: query.getObserversCount(),
      prefetched: prefetchLoad.isPrefetching(query),
    })
    if (decision.type === 'redirect') {
      void router.navigate({ ...router.resolveRedirect(decision.redirect).options, replace: true })
    } else if (decision.type === 'reload') {
      queryCache.remove(query)
      void invalidateShown()
    }
  }

  // Links that were mounted before the engine was loaded.
  queueMicrotask(links.requeue)
  // Most pages have data, so preload the code that shows it before the first click.
  void import('#fairlead/navigation/loading/query-observer.ts').catch(() => {})
  return {
    ...prefetching,
    links,
    onQueryError,
    renew,
    loadShown: async (): Promise<void> => void (await Promise.all(routersOnScreen(options).map((each) => each.load()))),
    async loadAfter(navigate: () => Promise<void>): Promise<void> {
      const before = new Set(routersOnScreen(options).flatMap(loadedData))
      await navigate()
      const stayed = routersOnScreen(options).filter((each) => loadedData(each).some((data) => before.has(data)))
      await Promise.all(stayed.map((each) => each.load()))
    },
  }
}

export type Engine = ReturnType<typeof startEngine>
