import type { AnyRouter } from '@tanstack/react-router'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'

const PAGE_METHODS = new Set(['GET', 'HEAD'])

/** What a route's `server.handlers` may be: a table by method, or a function that makes one. */
type Handlers = Record<string, unknown> | ((...args: never[]) => unknown)

/**
 * Whether an address takes a method. Pages are read, so they take GET and HEAD; a server route takes what it has a
 * handler for. The router by itself would render the page for any method.
 *
 * @param pathname normalized
 */
export function checkMethod(
  router: AnyRouter,
  pathname: string,
  method: string,
): { type: 'allowed' } | { type: 'refused'; allow: string } {
  if (PAGE_METHODS.has(method)) return { type: 'allowed' }
  const [, , foundRoute] = matchEncoded(router, pathname)
  const handlers = (foundRoute?.options as { server?: { handlers?: Handlers } } | undefined)?.server?.handlers
  if (typeof handlers === 'function' || (handlers && (method in handlers || 'ANY' in handlers))) {
    return { type: 'allowed' }
  }
  return { type: 'refused', allow: [...new Set([...PAGE_METHODS, ...Object.keys(handlers ?? {})])].join(', ') }
}
