import type { AnyRouter } from '@tanstack/react-router'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'

const PAGE_METHODS = new Set(['GET', 'HEAD'])

/** A route's `server.handlers`: a table by method, or a function that returns one. */
type Handlers = Record<string, unknown> | ((...args: never[]) => unknown)

/**
 * Decides if a path allows a method. Pages allow GET and HEAD, and a server route those that it has handlers for. The
 * router itself would render the page for any method.
 *
 * @param pathname normalized
 */
export function checkMethod(
  routes: Pick<AnyRouter, 'getMatchedRoutes'>,
  pathname: string,
  method: string,
): { type: 'allowed' } | { type: 'refused'; allow: string } {
  if (PAGE_METHODS.has(method)) return { type: 'allowed' }
  const [, , foundRoute] = matchEncoded(routes, pathname)
  const handlers = (foundRoute?.options as { server?: { handlers?: Handlers } } | undefined)?.server?.handlers
  if (typeof handlers === 'function' || (handlers && (method in handlers || 'ANY' in handlers))) {
    return { type: 'allowed' }
  }
  return { type: 'refused', allow: [...new Set([...PAGE_METHODS, ...Object.keys(handlers ?? {})])].join(', ') }
}
