import type { QueryCache, QueryClient, QueryKey } from '@tanstack/react-query'
import { type AnyRedirect, isNotFound, isRedirect, type AnyRouter } from '@tanstack/react-router'
import { invalidateData, invalidateQuery, refetchShown } from '#fairlead/navigation/prefetch/invalidated-queries.ts'
import type { PrefetchCache } from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { encodeTag, pathTag } from '#fairlead/platform/http/cache-tag.ts'

/** Data of a query that was read by the request that changed it. */
export type Refreshed = { readonly queryKey: QueryKey; readonly data: unknown }

/**
 * Invalidates every query, including prefetched ones, around the router's `invalidate`, which only calls its loaders:
 * they would find fresh data in the cache.
 */
export async function renewData(queryClient: QueryClient, invalidate: () => Promise<void>): Promise<void> {
  invalidateData(queryClient)
  await invalidate()
  await refetchShown(queryClient)
}

export type RefreshErrorDecision =
  | { readonly type: 'redirect'; readonly redirect: AnyRedirect }
  | { readonly type: 'reload' }
  | { readonly type: 'nothing' }

/**
 * Decides what to do about the error of a query. A loader that awaits the query handles it itself. A page whose data
 * was refreshed in the background follows a redirect, and reloads on a not-found. A prefetch never navigates. Pure.
 */
export function decideRefreshError(
  error: unknown,
  query: { readonly hadData: boolean; readonly observers: number; readonly prefetched: boolean },
): RefreshErrorDecision {
  if (!query.hadData || query.observers === 0 || query.prefetched) return { type: 'nothing' }
  if (isRedirect(error)) return { type: 'redirect', redirect: error }
  return { type: isNotFound(error) ? 'reload' : 'nothing' }
}

/** The header in which the response to a call lists its invalidations: tags and paths, separated by commas. */
export const INVALIDATED_HEADER = 'x-invalidated'

/** In the header, stands for more tags than fit. */
export const EVERYTHING = '*'

/** Returns the tags of the page at a target, as in the server's cache: the tags of its route, and its paths. */
export function tagsOfTarget(router: Pick<AnyRouter, 'getMatchedRoutes'>, target: string): string[] {
  const { pathname, searchParams } = new URL(target, 'http://host.invalid')
  const [, params, route] = router.getMatchedRoutes(target.split('?', 1)[0] ?? '')
  const cache = route?.options.staticData?.cache
  const own = typeof cache === 'object' ? cache.tags?.({ params, search: Object.fromEntries(searchParams) }) : undefined
  const prefix = params.locale === undefined ? '' : `/${params.locale}`
  return [...(own ?? []).map(encodeTag), ...[pathname, pathname.slice(prefix.length) || '/'].map(pathTag)]
}

/** Marks the entries as expired whose pages have a tag in the response, and no others. */
export function expireTagged(
  { headers }: Pick<Response, 'headers'>,
  {
    entries,
    queryCache,
    router,
  }: {
    entries: Pick<PrefetchCache, 'all'>
    queryCache: Pick<QueryCache, 'get'>
    router: Pick<AnyRouter, 'getMatchedRoutes'>
  },
): void {
  const header = headers.get(INVALIDATED_HEADER)
  if (header === null) return
  const tags = new Set(header.split(','))
  for (const [target, { queries }] of entries.all) {
    if (!tags.has(EVERYTHING) && !tagsOfTarget(router, target).some((tag) => tags.has(tag))) continue
    for (const hash of queries) {
      const query = queryCache.get(hash)
      if (query) invalidateQuery(query)
    }
  }
}
