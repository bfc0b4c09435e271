import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { hasRouteChunks, loadRouteChunks } from '#fairlead/navigation/loading/route-chunks.ts'
import { createPrefetchLoad } from '#fairlead/navigation/prefetch/load-query.ts'
import type { NavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { createPrefetchCache, type PrefetchStatus } from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { decideArrival, type DocumentPrefetches } from '#fairlead/navigation/prefetch/prefetch-document.ts'
import { prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import { createPrefetchQueue, type PrefetchHandle, type Trigger } from '#fairlead/navigation/prefetch/prefetch-queue.ts'
import { createPrefetchRequests, type RequestObserver } from '#fairlead/navigation/prefetch/prefetch-requests.ts'
import { expireTagged, INVALIDATED_HEADER } from '#fairlead/navigation/prefetch/revalidate.ts'
import { findDomain } from '#fairlead/navigation/locale/locale-url.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import type { Preload } from '#fairlead/navigation/router-types.ts'
import { hasDomains } from 'virtual:routing'

/**
 * Connects the queue with the router and its links, and removes the targets of navigations from the queue. Call once,
 * in the browser.
 *
 * A preload's options are completed with `_includeValidateSearch`, like a navigation's. Without it a link whose search
 * lacks a default would be prefetched as one target and navigated to as another.
 */
export function installPrefetch(options: {
  readonly router: AnyRouter
  readonly queryClient: QueryClient
  readonly navigations: NavigationLog
  /** Preloads without the queue. */
  readonly preloadRoute: Preload
  readonly onResponse?: RequestObserver
  readonly isAllowed: () => boolean
  readonly documents: DocumentPrefetches
  /** True if this document cannot show the page at a path. */
  readonly needsDocument: (pathname: string) => boolean
}) {
  const { router, queryClient, navigations, preloadRoute, documents } = options
  const queryCache = queryClient.getQueryCache()
  const queue = createPrefetchQueue()
  const entries = createPrefetchCache(queryCache)
  const requests = createPrefetchRequests(queue, (response, isPrefetch, query) => {
    expireTagged(response, { entries, queryCache, router })
    if (response.headers.has(INVALIDATED_HEADER)) documents.clear()
    options.onResponse?.(response, isPrefetch)
    if (query || !isPrefetch) navigations.receive(response.url.replaceAll(/^\w+:\/\/[^/]+|\?.*/g, ''), query)
  })
  const prefetchLoad = createPrefetchLoad({ queryClient, queue, entries, navigations, requests })

  function getStatus(target: string): PrefetchStatus | 'absent' {
    const status = entries.status(target, Date.now())
    if (status === 'expired') entries.evict(target)
    return status
  }

  const arrivalOf = (to: ParsedLocation, destination: object, link?: Element) =>
    decideArrival(to, (link as Partial<HTMLAnchorElement> | undefined)?.href, {
      origin: router.origin ?? '',
      reloads: 'reloadDocument' in destination && destination.reloadDocument === true,
      needsDocument: () => options.needsDocument(to.pathname),
      isOwnSite: ({ host }) => hasDomains && findDomain(languages, host) !== undefined,
    })

  /**
   * Requests a prefetch of a link's target, or of its document if this one cannot show the target. Throws the
   * router's error for options that match no route.
   */
  function prefetch(destination: object, trigger: Trigger, link?: Element): PrefetchHandle {
    const complete = { ...destination, _includeValidateSearch: true }
    const location = router.buildLocation(complete as never)
    const arrival = arrivalOf(location, complete, link)
    if (arrival !== 'page') {
      const mayAsk = arrival === 'document' && options.isAllowed()
      if (!link || !mayAsk) return NOTHING
      const prerenders = readStaticData(router, location.pathname, 'prerenderDocument')
      return { ...NOTHING, cancel: documents.prefetch(link, prerenders) }
    }
    const target = prefetchKey(location)
    const status = getStatus(target)
    if (!options.isAllowed() || status === 'fresh' || status === 'reusable') return NOTHING
    return queue.enqueue(target, trigger, () => preloadRoute(complete))
  }

  const follow = (each: AnyRouter): void => {
    each.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      const target = prefetchKey(toLocation)
      const status = getStatus(target)
      // Requests of the old page's links are dropped. This comes first, because otherwise the next one would start.
      if (pathChanged) queue.clearPending()
      const join = queue.joinNavigation(target)
      navigations.begin(target, join === 'running' ? 'joined' : status, isInstant(each, toLocation.pathname))
      if (pathChanged && !hasRouteChunks(each, toLocation.pathname)) navigations.waitFor({ for: 'code' })
    })
    each.subscribe('onResolved', ({ toLocation }) => {
      queue.endNavigation()
      navigations.end()
      entries.markUsed(prefetchKey(toLocation))
    })
  }
  follow(router)
  // A component that shows a query waits for it like a navigation.
  queryCache.subscribe((event) => {
    const { type, query } = event
    if (type === 'observerAdded') prefetchLoad.prioritize(query)
    if (type !== 'updated') return
    if (event.action.type === 'invalidate') documents.clear()
    if (event.action.type !== 'fetch' || query.state.data !== undefined) return
    // A prefetch is known as one after its fetch has begun.
    queueMicrotask(() => {
      if (!prefetchLoad.isPrefetching(query)) navigations.fetchForComponent(query.queryHash)
    })
  })

  return {
    queue,
    entries,
    navigations,
    isInstant,
    prefetchLoad,
    send: requests.fetch,
    prefetch,
    /** Registers the navigations of another router with the queue. */
    follow,
    prefetchCode: (destination: object): void => {
      const location = router.buildLocation(destination as never)
      const isPage = arrivalOf(location, destination) === 'page'
      if (!isPage || !options.isAllowed() || hasRouteChunks(router, location.pathname)) return
      // A navigation loads the code again, and reports the error.
      loadRouteChunks(router, location.pathname).catch(() => {})
    },
    /** Works like `prefetch`, for the router's `preloadRoute`: links pass their props on, including `preload`. */
    preload: (async (destination) => {
      const { preload = router.options.defaultPreload } = destination
      return prefetch(destination, preload === 'viewport' || preload === 'render' ? preload : 'intent').done
    }) satisfies Preload,
  }
}

/** Returns what the deepest route of a path says about it. */
function readStaticData(router: AnyRouter, pathname: string, name: 'instant' | 'prerenderDocument'): boolean {
  const said = router.getMatchedRoutes(pathname)[0].map(({ options }) => options.staticData?.[name])
  return said.findLast((value) => value !== undefined) ?? false
}

const isInstant = (router: AnyRouter, pathname: string): boolean => readStaticData(router, pathname, 'instant')

const NOTHING: PrefetchHandle = { done: Promise.resolve(undefined), cancel: () => {} }

// Crawlers and link previewers follow links themselves, so a prefetch for them is wasted. Nearly all call themselves
// bot, spider, crawler or preview; the rest are listed by name. CUBOT is a brand of phones. The list of `isbot`, which
// the server uses, would add 8 kB to the browser's code.
const BOT =
  /(?<!cu)bot\b|spider|crawler|preview|slurp|mediapartners|googleother|google-inspection|yandex(?:images|metrika|direct)|facebookexternalhit|facebookcatalog|whatsapp\/|vkshare|tumblr\/|ia_archiver/i

/** The part of `navigator` that is read. `connection` exists in Chromium only. */
export interface NavigatorLike {
  readonly userAgent: string
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/**
 * True if anything may be prefetched now: not for a bot, with Save-Data, or over 2G. Connections change, so call it
 * each time.
 */
export function mayPrefetch({ userAgent, connection: { saveData, effectiveType } = {} }: NavigatorLike): boolean {
  return !BOT.test(userAgent) && saveData !== true && effectiveType !== '2g' && effectiveType !== 'slow-2g'
}
