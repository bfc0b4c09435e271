import type { QueryCache } from '@tanstack/react-query'
import type { ParsedLocation, RouterEvents } from '@tanstack/react-router'
import type { PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import type { NavigationLog } from '#app/navigation/prefetch/navigation-log.ts'
import type { PrefetchHandle, PrefetchQueue, Trigger } from '#app/navigation/prefetch/prefetch-queue.ts'
import type { PrefetchStatus } from '#app/navigation/prefetch/prefetch-status.ts'
import type { Preload } from '#app/navigation/router-hooks.ts'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

/** The decision on a requested prefetch. */
export type PrefetchDecision =
  | { readonly type: 'queue' }
  | { readonly type: 'skip'; readonly why: 'cached' | (PrefetchPermission & { type: 'refused' })['why'] }

/** Decides on a requested prefetch: fresh and reusable data need no request; offline, it waits in the queue. Pure. */
export function decidePrefetch(permission: PrefetchPermission, status: PrefetchStatus | 'absent'): PrefetchDecision {
  if (permission.type === 'refused') return { type: 'skip', why: permission.why }
  return status === 'fresh' || status === 'reusable' ? { type: 'skip', why: 'cached' } : { type: 'queue' }
}

/** The state of the connection. */
export interface Network {
  isOnline(): boolean
  subscribe(listener: (online: boolean) => void): () => void
}

/**
 * The part of a router that is used. Link options are `object` here: which of them make sense together depends on
 * the application's routes, and callers are checked by the types of `Link`.
 */
export interface PreloadingRouter {
  buildLocation(options: object): Pick<ParsedLocation, 'pathname' | 'searchStr' | 'external'>
  subscribe<TType extends 'onBeforeNavigate' | 'onResolved'>(
    type: TType,
    listener: (event: RouterEvents[TType]) => void,
  ): () => void
  readonly options: { readonly defaultPreload?: unknown }
}

export interface Prefetcher {
  /**
   * Requests a prefetch of a link's target. `cancel` withdraws the request, see prefetch-queue.ts.
   *
   * @throws the router's error for options that match no route
   */
  prefetch(options: object, trigger: Trigger): PrefetchHandle<object[] | undefined>
  /** Does the same for the router's `preloadRoute`, with the link's prop `preload` as the trigger. */
  readonly preload: Preload
}

/**
 * Puts the queue between the router and its links, and removes the targets of navigations from it. Once, in the browser.
 *
 * A preload's options are completed with `_includeValidateSearch`, as a navigation's are. Without it a link whose
 * search lacks a default would be prefetched as one target and navigated to as another.
 */
export function installPrefetch(options: {
  readonly router: PreloadingRouter
  /** Preloads without the queue. */
  readonly preloadRoute: Preload
  readonly queue: PrefetchQueue<object[] | undefined>
  readonly entries: PrefetchCache
  readonly navigations: NavigationLog
  readonly queryCache: Pick<QueryCache, 'subscribe'>
  /** Sends the requests of a query at once. */
  readonly prioritize: (query: object) => void
  readonly permission: () => PrefetchPermission
  readonly network: Network
  readonly now?: () => number
}): Prefetcher {
  const { router, preloadRoute, queue, entries, navigations, network, now = Date.now } = options

  function getStatus(target: string): PrefetchStatus | 'absent' {
    const status = entries.status(target, now())
    if (status === 'expired') entries.evict(target)
    return status
  }

  function prefetch(destination: object, trigger: Trigger): PrefetchHandle<object[] | undefined> {
    const complete = { ...destination, _includeValidateSearch: true }
    const location = router.buildLocation(complete)
    if (location.external) return NOTHING
    const target = prefetchKey(location)
    const decision = decidePrefetch(options.permission(), getStatus(target))
    return decision.type === 'skip' ? NOTHING : queue.enqueue(target, trigger, () => preloadRoute(complete))
  }

  const setOnline = (online: boolean) => (online ? queue.resume() : queue.pause())
  setOnline(network.isOnline())

  network.subscribe(setOnline)
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    const target = prefetchKey(toLocation)
    const status = getStatus(target)
    // Requests of the old page's links are dropped. This comes first, or the next of them would start.
    if (pathChanged) queue.clearPending()
    const join = queue.joinNavigation(target)
    navigations.begin(target, join === 'running' ? 'joined' : status)
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    queue.endNavigation()
    navigations.end()
    entries.markUsed(prefetchKey(toLocation))
  })
  // A component that shows a query waits for it as a navigation does.
  options.queryCache.subscribe((event) => {
    if (event.type === 'observerAdded') options.prioritize(event.query)
  })

  return {
    prefetch,
    preload: async (destination) => prefetch(destination, triggerOf(destination, router.options.defaultPreload)).done,
  }
}

/** Returns the trigger of a router link's preload: links pass their props on, `preload` among them. */
function triggerOf(destination: object, fallback: unknown): Trigger {
  const preload = 'preload' in destination ? destination.preload : fallback
  return preload === 'viewport' || preload === 'render' ? preload : 'intent'
}

const NOTHING: PrefetchHandle<undefined> = { done: Promise.resolve(undefined), cancel: () => {} }

/** The browser's data on the visitor and the connection; unknown values are `undefined`. */
export interface PrefetchConditions {
  readonly userAgent: string
  readonly online: boolean
  readonly saveData: boolean | undefined
  readonly effectiveType: string | undefined
}

export type PrefetchPermission =
  | { readonly type: 'allowed' }
  /** Nothing is sent now; requested prefetches wait in the queue until the browser is online. */
  | { readonly type: 'wait'; readonly why: 'offline' }
  | { readonly type: 'refused'; readonly why: 'bot' | 'save-data' | 'slow-connection' }

// Crawlers and link previewers follow links themselves, so a prefetch for them is wasted. Nearly all call themselves
// bot, spider, crawler or preview; the rest are listed by name. CUBOT is a brand of phones. The list of `isbot`, which
// the server uses, would be 8 kB of the browser's code.
const BOT =
  /(?<!cu)bot\b|spider|crawler|preview|slurp|mediapartners|googleother|google-inspection|yandex(?:images|metrika|direct)|facebookexternalhit|facebookcatalog|whatsapp\/|vkshare|tumblr\/|ia_archiver/i

/** Returns true for the user agent of a crawler or link previewer. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/**
 * Decides if anything may be prefetched now. Refusals come before waiting: a bot that is offline is refused.
 * Navigations are not subject to it.
 */
export function shouldPrefetch(conditions: PrefetchConditions): PrefetchPermission {
  if (isBot(conditions.userAgent)) return { type: 'refused', why: 'bot' }
  if (conditions.saveData === true) return { type: 'refused', why: 'save-data' }
  if (conditions.effectiveType === '2g' || conditions.effectiveType === 'slow-2g') {
    return { type: 'refused', why: 'slow-connection' }
  }
  return conditions.online ? { type: 'allowed' } : { type: 'wait', why: 'offline' }
}

/** The part of `navigator` that is read. `connection` exists in Chromium only. */
export interface NavigatorLike {
  readonly userAgent: string
  readonly onLine: boolean
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/** Reads the current conditions; call it for each decision, since connections change. */
export function readConditions(navigator: NavigatorLike): PrefetchConditions {
  return {
    userAgent: navigator.userAgent,
    online: navigator.onLine,
    saveData: navigator.connection?.saveData,
    effectiveType: navigator.connection?.effectiveType,
  }
}
