import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { hasReloaded, RELOADED_KEY, ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'

type ChunkRouter = Pick<AnyRouter, 'getMatchedRoutes' | 'loadRouteChunk' | 'routesById'>

export class RouteChunkError extends Error {
  readonly code = 'ROUTE_CODE_FAILED'
  constructor() {
    super('the code of the page does not arrive')
    this.name = 'RouteChunkError'
  }
}

/**
 * Loads the code and styles of every route that matches `pathname`, or joins the current load. Browser only. Rejects if
 * a chunk is missing, usually because a newer build has replaced it.
 * @throws RouteChunkError for the chunk of a component: `lazyRouteComponent` swallows its error until it renders
 */
export async function loadRouteChunks(router: ChunkRouter, pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname)
  await Promise.all(
    routes.map(async (route) => {
      await router.loadRouteChunk(route)
      if (lacksCode(route)) throw new RouteChunkError()
    }),
  )
}

/** True if the code of a route's component has not arrived yet. A lazy component drops its `preload` when it has. */
export const lacksCode = (route: AnyRoute) => typeof route.options.component?.preload === 'function'

/** True if the code of every route that matches `pathname` has loaded. A dialog has components of its own for some. */
export function hasRouteChunks(router: ChunkRouter, pathname: string): boolean {
  const shown = router.routesById as Partial<Record<string, AnyRoute>>
  return !router.getMatchedRoutes(pathname)[0].some((route) => lacksCode(shown[String(route.id)] ?? route))
}

/**
 * The end of the watch over a target's load. The first time that a load fails, the end is `document`: its document is
 * requested. Requesting it again would loop, so the next time the end is the reason of the failure, and the
 * application-error page is shown.
 */
export type RouteLoadEnd = 'loaded' | 'superseded' | 'document' | 'limit' | 'missing'

/** Key prefix for a target's data, which may fail even if its code has loaded. */
const DATA = 'data:'

/**
 * Creates the time limit on route loading. `storage` is the tab's sessionStorage. It records the targets that were
 * requested as documents, until their code has loaded or the error page is shown. If storage is denied, the error page
 * is shown instead of a document navigation, because nothing else would end a loop. `connect` resolves once the server
 * can be reached.
 */
export function createChunkTimeout(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  connect: () => Promise<unknown>,
) {
  let supersede = () => {}

  function setReloaded(target: string, isReloaded: boolean): boolean {
    try {
      if (isReloaded) storage.setItem(RELOADED_KEY + target, '')
      else storage.removeItem(RELOADED_KEY + target)
      return isReloaded
    } catch {
      return false
    }
  }
  const mayReload = (target: string): boolean => setReloaded(target, !hasReloaded(target, storage))

  return {
    /**
     * Watches the load of `target`'s code and styles, and ends the previous watch. Never rejects; resolves when `code`
     * settles, when the limit is reached, or when the next watch or `supersede` ends it. A rejected `code` means a
     * missing chunk. While the server is out of reach, only code that arrives or the end of the watch resolves it.
     */
    async watch(target: string, code: Promise<unknown>): Promise<RouteLoadEnd> {
      supersede()
      const { promise, resolve } = Promise.withResolvers<RouteLoadEnd>()
      const fail = (end: 'limit' | 'missing') => void connect().then(() => resolve(end))
      const timer = setTimeout(fail, ROUTE_LOAD_TIMEOUT_MS, 'limit')
      supersede = () => resolve('superseded')
      code.then(
        () => resolve('loaded'),
        () => fail('missing'),
      )
      const end = await promise
      clearTimeout(timer)
      if (end === 'loaded') setReloaded(target, false)
      const isFailure = end === 'limit' || end === 'missing'
      return isFailure && mayReload(target) ? 'document' : end
    },
    /** Ends the watch, because the visitor has navigated elsewhere. */
    supersede: () => supersede(),
    /** True if the data of `target` has failed during a navigation, and its document may be requested for that. */
    mayReloadFor: (target: string) => mayReload(DATA + target),
    /** Forgets earlier failures of `target`, because its code and data have loaded. */
    loaded(target: string): void {
      setReloaded(target, false)
      setReloaded(DATA + target, false)
    },
  }
}
