import type { QueryCache } from '@tanstack/react-query'
import type { ParsedLocation, RouterEvents } from '@tanstack/react-router'
import type { PrefetchEntries } from './entries.ts'
import type { NavigationLog } from './navigations.ts'
import type { Permission } from './permission.ts'
import type { Trigger } from './priority.ts'
import type { Ask, PrefetchQueue } from './queue.ts'
import type { PrefetchStatus } from './status.ts'
import { targetOf } from './target.ts'

/** What is done with a wish to prefetch. */
export type AskDecision =
  | { readonly type: 'queue' }
  | { readonly type: 'skip'; readonly why: 'cached' | (Permission & { type: 'refused' })['why'] }

/** Fresh and reusable data need no request; what waits for a connection waits in the queue. Pure. */
export function decideAsk(permission: Permission, status: PrefetchStatus | 'absent'): AskDecision {
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
  ask(options: object, trigger: Trigger): Ask<object[] | undefined>
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
  readonly entries: PrefetchEntries
  readonly navigations: NavigationLog
  readonly queryCache: Pick<QueryCache, 'subscribe'>
  /** From `createLoad`: someone waits for this query. */
  readonly hurry: (query: object) => void
  readonly permission: () => Permission
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

  function ask(preload: object, trigger: Trigger): Ask<object[] | undefined> {
    const complete = { ...preload, _includeValidateSearch: true }
    const location = router.buildLocation(complete)
    if (location.external) return nothing
    const target = targetOf(location)
    const decision = decideAsk(options.permission(), statusOf(target))
    return decision.type === 'skip' ? nothing : queue.ask(target, trigger, () => preloadRoute(complete))
  }

  router.preloadRoute = async (preload) => ask(preload, triggerOf(preload, router.options.defaultPreload)).done

  const follow = (online: boolean) => (online ? queue.resume() : queue.pause())
  follow(network.isOnline())

  const subscriptions = [
    network.subscribe(follow),
    router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      const target = targetOf(toLocation)
      const status = statusOf(target)
      // The page is being left, and with it what its links wanted. First, or the next of them would begin.
      if (pathChanged) queue.dropQueued()
      const taken = queue.take(target)
      navigations.begin(target, taken === 'running' ? 'joined' : status)
    }),
    router.subscribe('onResolved', ({ toLocation }) => {
      queue.settle()
      navigations.end()
      entries.read(targetOf(toLocation))
    }),
    // A component that shows a query waits for it as a navigation does.
    options.queryCache.subscribe((event) => {
      if (event.type === 'observerAdded') options.hurry(event.query)
    }),
  ]

  return {
    ask,
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

const nothing: Ask<undefined> = { done: Promise.resolve(undefined), release: () => {} }
