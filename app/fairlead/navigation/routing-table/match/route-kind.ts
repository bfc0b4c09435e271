import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import type { RouteKind } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/** Returns the kind of route at a percent-encoded path: a page with a fixed path, a page with params, or null. */
export function matchRouteKind(router: Pick<AnyRouter, 'getMatchedRoutes'>, path: string): RouteKind {
  const [, params, route] = matchEncoded(router, path)
  // The route matches only a prefix of the path.
  if (route === undefined || params['**'] !== undefined) return null
  // A param is `$`, `$id` or `post-{$id}`. The locale prefix does not count.
  return withoutLocale(route.fullPath as string).includes('$') ? 'dynamic' : 'static'
}

/** Matches a percent-encoded path with the routes. */
export function matchEncoded(
  router: Pick<AnyRouter, 'getMatchedRoutes'>,
  path: string,
): ReturnType<AnyRouter['getMatchedRoutes']> {
  return router.getMatchedRoutes(safeDecode(path, decodeURI))
}

/** True if a route, or one below it, shows something. In the browser a server route has no options. */
function hasPage({ children, options }: AnyRoute): boolean {
  const { component } = options as { component?: unknown }
  return component !== undefined || Object.values((children ?? {}) as Record<string, AnyRoute>).some(hasPage)
}

/**
 * True for the layout of a folder, which is no page: its URL shows the folder's index, if there is one. A server route
 * may have routes below it, and a page may have server routes below it, such as its feed.
 */
export function isLayout({ children, options }: AnyRoute): boolean {
  const { component, server } = options as { component?: unknown; server?: { handlers?: unknown } }
  if (component === undefined && server?.handlers !== undefined) return false
  return Object.values((children ?? {}) as Record<string, AnyRoute>).some(hasPage)
}
