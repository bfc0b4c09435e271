import type { AnyRouter } from '@tanstack/react-router'
import { findServerRoute, hasHandler } from '#app/server/http/server-route.ts'

const PAGE_METHODS = ['GET', 'HEAD']

/** The methods that `ANY` stands for, as far as they have a name of their own. */
const ANY_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Decides if a path allows a method. Pages allow GET and HEAD; a server route those that it has handlers for, HEAD where
 * it has GET, and OPTIONS, which lists them. The router itself would render a page for any method.
 *
 * @param pathname normalized
 */
export function checkMethod(
  routes: Pick<AnyRouter, 'getMatchedRoutes'>,
  pathname: string,
  method: string,
): { type: 'allowed' } | { type: 'listed' | 'refused'; allow: string } {
  const route = findServerRoute(routes, pathname)
  const isPage = !route || route.hasPage
  if ((isPage && PAGE_METHODS.includes(method)) || (route && hasHandler(route, method))) return { type: 'allowed' }
  if (!route) return { type: 'refused', allow: PAGE_METHODS.join(', ') }
  const own = route.methods.includes('ANY') ? ANY_METHODS : route.methods
  const head = own.includes('GET') ? ['HEAD'] : []
  const allow = [...new Set([...(isPage ? PAGE_METHODS : []), ...own, ...head, 'OPTIONS'])].join(', ')
  return { type: method === 'OPTIONS' ? 'listed' : 'refused', allow }
}
