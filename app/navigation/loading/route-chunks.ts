import type { AnyRoute } from '@tanstack/react-router'

/** The part of a router that is used. */
export interface ChunkRouter {
  getMatchedRoutes(pathname: string): readonly [routes: readonly AnyRoute[], ...rest: unknown[]]
  loadRouteChunk(route: AnyRoute): Promise<void> | undefined
}

/** The code of a route did not arrive, not even with its document. */
export class RouteChunkError extends Error {
  readonly code = 'ROUTE_CODE_FAILED'
  constructor() {
    super('the code of the page does not arrive')
    this.name = 'RouteChunkError'
  }
}

/** A chunk of a route is missing, usually because a newer build has replaced it. */
export class MissingChunkError extends Error {
  readonly code = 'CHUNK_MISSING'
  constructor(routeId: string, options?: ErrorOptions) {
    super(`the code of route ${routeId} could not be loaded`, options)
    this.name = 'MissingChunkError'
  }
}

/**
 * Loads, or joins the load of, the code and styles of every route that matches `pathname`. Browser only.
 *
 * @throws MissingChunkError when a chunk fails. `lazyRouteComponent` swallows the error until it renders, but it
 * drops its `preload` once the component is loaded: one that still has it has failed.
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

const lacksCode = (route: AnyRoute) => typeof route.options.component?.preload === 'function'

/** Returns true when the code of every route that matches `pathname` is loaded. */
export function hasRouteChunks(router: ChunkRouter, pathname: string): boolean {
  return !router.getMatchedRoutes(pathname)[0].some(lacksCode)
}
