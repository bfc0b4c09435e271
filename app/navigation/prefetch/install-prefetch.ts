import type { QueryCache } from '@tanstack/react-query'
import type { ParsedLocation, RouterEvents } from '@tanstack/react-router'
import type { PrefetchCache } from './prefetch-cache.ts'
import type { NavigationLog } from './navigation-log.ts'
import type { PrefetchPermission } from './should-prefetch.ts'
import type { Trigger } from './priority.ts'
import type { PrefetchHandle, PrefetchQueue } from './prefetch-queue.ts'
import type { PrefetchStatus } from './prefetch-status.ts'
import { prefetchKey } from './prefetch-key.ts'

/** What is done with a wish to prefetch. */
export type PrefetchDecision =
  | { readonly type: 'queue' }
  | { readonly type: 'skip'; readonly why: 'cached' | (PrefetchPermission & { type: 'refused' })['why'] }

/** Fresh and reusable data need no request; what waits for a connection waits in the queue. Pure. */
export function decidePrefetch(permission: PrefetchPermission, status: PrefetchStatus | 'absent'): PrefetchDecision {
  if (permission.type === 'refused') return { type: 'skip', why: permission.why }
  return status === 'fresh' || status === 'reusable' ? { type: 'skip', why: 'cached' } : { type: 'queue' }
}

/** The connection's state: `onlineManager` of TanStack Query is one. */
export interface Network {
  isOnline(): boolean
  subscribe(listener: (online: boolean) => void): () => void
}

/**
 * The part of a router that is used. Link options are `object` here: which of them make sense together depends on
 * the application's routes, and callers are checked by the types of `Link`.
 */
export interface PreloadingRouter {
  preloadRoute(options: object): Promise<object[] | undefined>
  buildLocation(options: object): Pick<ParsedLocation, 'pathname' | 'searchStr' | 'external'>
  subscribe<TType extends 'onBeforeNavigate' | 'onResolved'>(
    type: TType,
    listener: (event: RouterEvents[TType]) => void,
  ): () => void
  readonly options: { readonly defaultPreload?: unknown }
}

export interface Prefetcher {
  /**
   * Asks for a prefetch of a link's target. `release` withdraws the ask, see queue.ts.
   *
   * @throws what the router throws for options that lead nowhere.
   */
  prefetch(options: object, trigger: Trigger): PrefetchHandle<object[] | undefined>
  /** Gives the router its own `preloadRoute` back and stops listening. */
  uninstall(): void
}

/**
 * Puts the queue between the router and its links: `router.preloadRoute` then asks instead of starting, and
 * navigations take their targets out. Call it once, in the browser, before the first link is rendered.
 *
 * A preload's options are completed with `_includeValidateSearch`, as a navigation's are. Without it a link whose
 * search lacks a default would be prefetched as one target and navigated to as another.
 */
export function installPrefetch(options: {
  readonly router: PreloadingRouter
  readonly queue: PrefetchQueue<object[] | undefined>
  readonly entries: PrefetchCache
  readonly navigations: NavigationLog
  readonly queryCache: Pick<QueryCache, 'subscribe'>
  /** From `createLoad`: someone waits for this query. */
  readonly hurry: (query: object) => void
  readonly permission: () => PrefetchPermission
  readonly network: Network
  readonly now?: () => number
}): Prefetcher {
  const { router, queue, entries, navigations, network, now = Date.now } = options
  const preloadRoute = router.preloadRoute.bind(router)

  function statusOf(target: string): PrefetchStatus | 'absent' {
    const status = entries.status(target, now())
    if (status === 'expired') entries.forget(target)
    return status
  }

  function ask(preload: object, trigger: Trigger): PrefetchHandle<object[] | undefined> {
    const complete = { ...preload, _includeValidateSearch: true }
    const location = router.buildLocation(complete)
    if (location.external) return nothing
    const target = prefetchKey(location)
    const decision = decidePrefetch(options.permission(), statusOf(target))
    return decision.type === 'skip' ? nothing : queue.enqueue(target, trigger, () => preloadRoute(complete))
  }

  router.preloadRoute = async (preload) => ask(preload, triggerOf(preload, router.options.defaultPreload)).done

  const follow = (online: boolean) => (online ? queue.resume() : queue.pause())
  follow(network.isOnline())

  const subscriptions = [
    network.subscribe(follow),
    router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      const target = prefetchKey(toLocation)
      const status = statusOf(target)
      // The page is being left, and with it what its links wanted. First, or the next of them would begin.
      if (pathChanged) queue.clearPending()
      const taken = queue.joinNavigation(target)
      navigations.begin(target, taken === 'running' ? 'joined' : status)
    }),
    router.subscribe('onResolved', ({ toLocation }) => {
      queue.endNavigation()
      navigations.end()
      entries.read(prefetchKey(toLocation))
    }),
    // A component that shows a query waits for it as a navigation does.
    options.queryCache.subscribe((event) => {
      if (event.type === 'observerAdded') options.hurry(event.query)
    }),
  ]

  return {
    prefetch: ask,
    uninstall() {
      router.preloadRoute = preloadRoute
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}

/** What a router link's own preloading is to be queued as: links pass their props on, `preload` among them. */
function triggerOf(preload: object, fallback: unknown): Trigger {
  const asked = 'preload' in preload ? preload.preload : fallback
  return asked === 'viewport' || asked === 'render' ? asked : 'intent'
}

const nothing: PrefetchHandle<undefined> = { done: Promise.resolve(undefined), cancel: () => {} }
