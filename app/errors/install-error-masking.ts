import type { Query, QueryClient } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import type { AnyRoute, AnyRouteMatch, AnyRouter, NotFoundError } from '@tanstack/react-router'
import { toPublicError } from '#app/errors/to-public-error.server.ts'
import { pageMeta } from '#app/errors/page-meta.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** What the scripts of this document are known by. The browser finds it in the document. */
export const readNonce = createIsomorphicFn()
  .server((): string | undefined => getRequestContext()?.nonce)
  .client((): string | undefined => undefined)

/** A match of any route, with what it holds unknown. */
type Segment = Omit<AnyRouteMatch, 'routeId' | 'error' | 'loaderData' | 'meta'> & {
  routeId: string
  error: unknown
  loaderData?: unknown
  meta?: unknown[] | undefined
}

/** What a segment loads for later is not asked for any more. */
function forgetData(match: Segment): void {
  const data = match.loaderData
  for (const value of Object.values(typeof data === 'object' && data !== null ? data : {})) {
    if (value instanceof Promise) value.catch(() => {})
  }
  match.loaderData = undefined
}

/** Replaces a segment of the page by its error page. */
function showError(match: Segment, thrown: unknown): void {
  forgetData(match)
  Object.assign(match, { status: 'error', error: toPublicError(thrown, match.routeId) })
}

/** Has a segment show the not-found page in place of what is below it, inside its own layout. */
function showNotFound(match: Segment, error: NotFoundError): void {
  Object.assign(match, { status: 'notFound', error })
  // The tags were made before it was known.
  match.meta = pageMeta({ match })
}

/** Returns the index of the match whose route shows what is not found at `index` or below, as the router chooses it. */
function notFoundBoundary(router: AnyRouter, matches: Segment[], index: number): number {
  const routes = router.routesById as Record<string, AnyRoute>
  const shows = ({ routeId }: Segment) => routes[routeId]?.options.notFoundComponent !== undefined
  return Math.max(0, matches.slice(0, index + 1).findLastIndex(shows))
}

/** What a query failed with, as its state may be sent: before that happens, and in place of what was thrown. */
function maskQuery(thrown: unknown, query: Query<unknown, unknown>): void {
  // A loader that waits for it follows a redirect; otherwise the browser asks again.
  if (isRedirect(thrown)) return
  const error = toPublicError(thrown)
  query.setState({ error, fetchFailureReason: error })
}

/**
 * Masks what loaders and queries of this router threw, before anything is rendered or sent. What could not be rendered
 * at an earlier attempt is replaced, from the innermost segment outwards. Only on the server; in the browser there is
 * nothing to mask.
 */
export const installErrorMasking = createIsomorphicFn()
  .server((router: AnyRouter, queryClient: QueryClient): void => {
    queryClient.getQueryCache().config.onError = maskQuery
    const load = router.load.bind(router)
    router.load = async (options) => {
      await load(options)
      const visit = getRequestContext()
      const matches: Segment[] = router.stores.matches.get()
      for (const match of matches) {
        if (match.status === 'error') match.error = toPublicError(match.error, match.routeId)
      }
      if (!visit || visit.renderErrors.length === 0) return
      // The first is what failed; what follows are attempts to say so.
      const [thrown] = visit.renderErrors
      const innermost = matches.length - visit.renderErrors.length
      if (!isNotFound(thrown)) {
        if (matches[innermost]) showError(matches[innermost], thrown)
        return
      }
      const boundary = notFoundBoundary(router, matches, innermost)
      if (!matches[boundary]) return
      matches.slice(boundary + 1).forEach(forgetData)
      showNotFound(matches[boundary], thrown)
      visit.status = 404
    }
  })
  .client((_router: AnyRouter, _queryClient: QueryClient): void => {})
