import type { AnyRoute } from '@tanstack/react-router'
import { hasReloaded, RELOADED_KEY, ROUTE_LOAD_TIMEOUT_MS } from '#app/navigation/loading/route-load-limit.ts'

/** The used part of a router. */
export interface ChunkRouter {
  getMatchedRoutes(pathname: string): readonly [routes: readonly AnyRoute[], ...rest: unknown[]]
  loadRouteChunk(route: AnyRoute): Promise<void> | undefined
}

/** The code of a route could not be loaded, not even by requesting its document. */
export class RouteChunkError extends Error {
  readonly code = 'ROUTE_CODE_FAILED'
  constructor() {
    super('the code of the page does not arrive')
    this.name = 'RouteChunkError'
  }
}

/** A route's chunk is missing, usually because a newer build has replaced it. */
export class MissingChunkError extends Error {
  readonly code = 'CHUNK_MISSING'
  constructor(routeId: string, options?: ErrorOptions) {
    super(`the code of route ${routeId} could not be loaded`, options)
    this.name = 'MissingChunkError'
  }
}

/**
 * Loads the code and styles of every route that matches `pathname`; joins a load that is under way. Browser only.
 * @throws MissingChunkError when a chunk fails. `lazyRouteComponent` swallows the error until it renders, but it drops
 *   its `preload` once the component has loaded: a component that still has it has failed.
 */
export async function loadRouteChunks(router: ChunkRouter, pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname)
  await Promise.all(
    routes.map(async (route) => {
      try {
        await router.loadRouteChunk(route)
      } catch (cause) {
        throw new MissingChunkError(String(route.id), { cause })
      }
      if (lacksCode(route)) throw new MissingChunkError(String(route.id))
    }),
  )
}

/** True if the code of a route's component has not arrived. */
export const lacksCode = (route: AnyRoute) => typeof route.options.component?.preload === 'function'

/** True if the code of every route that matches `pathname` has loaded. */
export function hasRouteChunks(router: ChunkRouter, pathname: string): boolean {
  return !router.getMatchedRoutes(pathname)[0].some(lacksCode)
}

/** The end of the watch over a target's load. */
export type RouteLoadEnd = 'loaded' | 'limit' | 'missing' | 'failed' | 'superseded'

/** The caller's next step: nothing, a document navigation, or the application-error page. */
export type RouteLoadDecision =
  | { readonly type: 'nothing'; readonly why: 'loaded' | 'superseded' }
  | { readonly type: 'document'; readonly why: 'limit' | 'missing' | 'failed' }
  | { readonly type: 'give-up'; readonly why: 'limit' | 'missing' | 'failed' }

/**
 * Decides what happens after a load has ended. `reloaded` is true if the document was already requested for this target
 * and its code has not loaded since: requesting it again would loop. Pure.
 */
export function decideRouteLoad(end: RouteLoadEnd, reloaded: boolean): RouteLoadDecision {
  switch (end) {
    case 'loaded':
    case 'superseded':
      return { type: 'nothing', why: end }
    case 'limit':
    case 'missing':
    case 'failed':
      return { type: reloaded ? 'give-up' : 'document', why: end }
  }
}

/** Calls `then` once after `ms` milliseconds, unless the returned function is called first. */
export type StartTimer = (ms: number, then: () => void) => () => void

/** Key prefix for a target's data, which may fail although its code has loaded. */
const DATA = 'data:'

export interface ChunkTimeout {
  /**
   * Watches the load of `target`'s code and styles, and ends the previous watch. Never rejects; resolves when `code`
   * settles, when the limit is reached, or when the next watch or `supersede` ends it. A rejected `code` means a
   * missing chunk. While the server is out of reach, only code that arrives or the end of the watch resolves it.
   */
  watch: (target: string, code: Promise<unknown>) => Promise<RouteLoadDecision>
  /** Ends the watch, because the visitor has navigated elsewhere. */
  supersede: () => void
  /** Decides what to do when the data of `target` has failed during a navigation. */
  fail: (target: string) => RouteLoadDecision
  /** Forgets earlier failures of `target`, whose code and data have loaded. */
  loaded: (target: string) => void
}

/**
 * Creates the time limit on route loading. `storage` is the tab's sessionStorage. It records which targets were
 * requested as documents, until their code has loaded or the error page is shown. If storage is denied, the error page
 * is shown instead of a document navigation, because nothing else would end a loop. `connect` resolves once the server
 * can be reached.
 */
export function createChunkTimeout(options: {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly startTimer: StartTimer
  readonly connect: () => Promise<unknown>
  readonly limitMs?: number
}): ChunkTimeout {
  const { storage, startTimer, connect, limitMs = ROUTE_LOAD_TIMEOUT_MS } = options
  let supersede = () => {}

  function settle(target: string, end: RouteLoadEnd): RouteLoadDecision {
    const decision = decideRouteLoad(end, hasReloaded(target, storage))
    if (end === 'superseded') return decision
    try {
      if (decision.type === 'document') storage.setItem(RELOADED_KEY + target, '')
      else storage.removeItem(RELOADED_KEY + target)
      return decision
    } catch {
      return decideRouteLoad(end, true)
    }
  }

  return {
    watch(target, code) {
      supersede()
      const { promise, resolve } = Promise.withResolvers<RouteLoadEnd>()
      const fail = (end: 'limit' | 'missing') => void connect().then(() => resolve(end))
      const stopTimer = startTimer(limitMs, () => fail('limit'))
      supersede = () => resolve('superseded')
      code.then(
        () => resolve('loaded'),
        () => fail('missing'),
      )
      return promise.then((end) => {
        stopTimer()
        return settle(target, end)
      })
    },
    supersede: () => supersede(),
    fail: (target) => settle(DATA + target, 'failed'),
    loaded(target) {
      settle(target, 'loaded')
      settle(DATA + target, 'loaded')
    },
  }
}
