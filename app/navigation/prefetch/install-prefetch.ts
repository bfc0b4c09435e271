import type { QueryCache } from '@tanstack/react-query'
import type { ParsedLocation, RouterEvents } from '@tanstack/react-router'
import type { PrefetchCache } from './prefetch-cache.ts'
import type { NavigationLog } from './navigation-log.ts'
import type { PrefetchPermission } from './should-prefetch.ts'
import type { Trigger } from './priority.ts'
import type { PrefetchHandle, PrefetchQueue } from './prefetch-queue.ts'
import type { PrefetchStatus } from './prefetch-status.ts'
import type { Preload } from '#app/navigation/router-patches.ts'
import { prefetchKey } from './prefetch-key.ts'

/** The decision on a requested prefetch. */
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
  buildLocation(options: object): Pick<ParsedLocation, 'pathname' | 'searchStr' | 'external'>
  subscribe<TType extends 'onBeforeNavigate' | 'onResolved'>(
    type: TType,
    listener: (event: RouterEvents[TType]) => void,
  ): () => void
  readonly options: { readonly defaultPreload?: unknown }
}

export interface Prefetcher {
  /**
   * Asks for a prefetch of a link's target. `cancel` withdraws it, see prefetch-queue.ts.
   *
   * @throws what the router throws for options that lead nowhere
   */
  prefetch(options: object, trigger: Trigger): PrefetchHandle<object[] | undefined>
  /** Does the same for the router's own preloading, whose priority is the link's prop `preload`. */
  readonly preload: Preload
}

/**
 * Puts the queue between the router and its links, and takes the targets of navigations out of it. Once, in the browser.
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
  /** From `createLoad`: someone waits for this query. */
  readonly hurry: (query: object) => void
  readonly permission: () => PrefetchPermission
  readonly network: Network
  readonly now?: () => number
}): Prefetcher {
  const { router, preloadRoute, queue, entries, navigations, network, now = Date.now } = options

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

  const follow = (online: boolean) => (online ? queue.resume() : queue.pause())
  follow(network.isOnline())

  network.subscribe(follow)
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    const target = prefetchKey(toLocation)
    const status = statusOf(target)
    // Links of the page that is left lose their interest. First, or the next of them would begin.
    if (pathChanged) queue.clearPending()
    const taken = queue.joinNavigation(target)
    navigations.begin(target, taken === 'running' ? 'joined' : status)
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    queue.endNavigation()
    navigations.end()
    entries.read(prefetchKey(toLocation))
  })
  // A component that shows a query waits for it as a navigation does.
  options.queryCache.subscribe((event) => {
    if (event.type === 'observerAdded') options.hurry(event.query)
  })

  return {
    prefetch: ask,
    preload: async (preload) => ask(preload, triggerOf(preload, router.options.defaultPreload)).done,
  }
}

/** Returns the trigger of a router link's preload: links pass their props on, `preload` among them. */
function triggerOf(preload: object, fallback: unknown): Trigger {
  const asked = 'preload' in preload ? preload.preload : fallback
  return asked === 'viewport' || asked === 'render' ? asked : 'intent'
}

const nothing: PrefetchHandle<undefined> = { done: Promise.resolve(undefined), cancel: () => {} }
