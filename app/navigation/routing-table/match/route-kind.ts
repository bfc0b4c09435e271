import type { AnyRouter } from '@tanstack/react-router'
import type { RouteKind } from '#app/navigation/routing-table/match/resolve.ts'
import { safeDecode } from '#app/navigation/routing-table/match/url-encoding.ts'

/** A param in a route's path: `$`, `$id`, `post-{$id}`. The locale prefix is none. */
const PARAM = /\$/

/**
 * What answers at a path: a public file, a page with a fixed path, a page with params, or nothing.
 *
 * @param path encoded, as it stands in an address
 */
export function matchRouteKind(
  router: Pick<AnyRouter, 'getMatchedRoutes'>,
  files: ReadonlySet<string>,
  path: string,
): RouteKind {
  if (files.has(path)) return 'file'
  const [, params, route] = matchEncoded(router, path)
  // Only a prefix of the path is a route: the rest is nowhere.
  if (route === undefined || params['**'] !== undefined) return null
  return PARAM.test((route.fullPath as string).replace('{-$locale}', '')) ? 'dynamic' : 'static'
}

/**
 * Matches the path of an address with the routes.
 *
 * @param path encoded, as it stands in an address
 */
export function matchEncoded(
  router: Pick<AnyRouter, 'getMatchedRoutes'>,
  path: string,
): ReturnType<AnyRouter['getMatchedRoutes']> {
  return router.getMatchedRoutes(safeDecode(path, decodeURI))
}
