import type { Query } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import type { AnyRoute, AnyRouteMatch, AnyRouter } from '@tanstack/react-router'
import { toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

type Segment = Omit<AnyRouteMatch, 'routeId' | 'error' | 'loaderData' | 'meta'> & {
  routeId: string
  error: unknown
  loaderData?: unknown
  meta?: unknown[] | undefined
}

/** Removes the data of a segment. Nothing awaits its deferred promises any more, so their rejections are ignored. */
function forgetData(match: Segment): void {
  const data = match.loaderData
  for (const value of Object.values(typeof data === 'object' && data !== null ? data : {})) {
    if (value instanceof Promise) value.catch(() => {})
  }
  match.loaderData = undefined
}

/** Returns the index of the match that shows the not-found page for `index` or a match below, by the router's rule. */
function notFoundBoundary(router: AnyRouter, matches: Segment[], index: number): number {
  const routes = router.routesById as Record<string, AnyRoute>
  const shows = ({ routeId }: Segment) => routes[routeId]?.options.notFoundComponent !== undefined
  return Math.max(0, matches.slice(0, index + 1).findLastIndex(shows))
}

/**
 * The query cache's `onError` on the server. It masks an error before its state is sent, and before code that waits for
 * it continues.
 */
export const maskQueryError = createIsomorphicFn()
  .server((thrown: unknown, query: Query<unknown, unknown>): void => {
    // A loader that waits for the query follows a redirect; otherwise the browser asks again.
    if (isRedirect(thrown)) return
    const error = toPublicError(thrown)
    query.setState({ error, fetchFailureReason: error })
  })
  .client((_thrown: unknown, _query: unknown): void => {})

/**
 * Masks the errors of a router's matches after they are loaded, before anything is rendered or sent. A segment that an
 * earlier attempt could not render shows its error page, the innermost segment first. Server only.
 */
export const maskMatchErrors = createIsomorphicFn()
  .server((router: AnyRouter): void => {
    const matches: Segment[] = router.stores.matches.get()
    for (const match of matches) {
      if (match.status === 'error') match.error = toPublicError(match.error, match.routeId)
    }
    const context = getRequestContext()
    if (!context || context.renderErrors.length === 0) return
    // The first error is the original one; later ones come from rendering error pages.
    const [thrown] = context.renderErrors
    const innermost = matches.length - context.renderErrors.length
    const index = isNotFound(thrown) ? notFoundBoundary(router, matches, innermost) : innermost
    const match = matches[index]
    if (!match) return
    if (!isNotFound(thrown)) {
      forgetData(match)
      Object.assign(match, { status: 'error', error: toPublicError(thrown, match.routeId) })
      return
    }
    matches.slice(index + 1).forEach(forgetData)
    Object.assign(match, { status: 'notFound', error: thrown })
    // The tags of the page were made before.
    match.meta = pageMeta({ match })
    context.status = 404
  })
  .client((_router: AnyRouter): void => {})
