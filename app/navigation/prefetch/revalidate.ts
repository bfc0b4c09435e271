import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type AnyRedirect, isNotFound, isRedirect } from '@tanstack/react-router'

/**
 * Invalidates queries, all or those below a key, without refetching them. Data of a running fetch was read before: it
 * counts as invalidated when it arrives.
 */
export async function invalidateData(queryClient: QueryClient, queryKey?: QueryKey): Promise<void> {
  const filters = queryKey && { queryKey }
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    query.promise?.then(
      () => query.invalidate(),
      () => {},
    )
  }
  await queryClient.invalidateQueries({ ...filters, refetchType: 'none' })
}

/** Refetches the invalidated queries of the components on the screen. */
export async function refetchShown(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated })
}

/**
 * Renews data around the router's `invalidate`: every query is invalidated, prefetched ones too, so that the loaders and
 * components of the page read the server, and other pages do when they are visited. Without it the router only calls its
 * loaders again, which find fresh data in the cache.
 */
export async function renewData(queryClient: QueryClient, invalidate: () => Promise<void>): Promise<void> {
  await invalidateData(queryClient)
  await invalidate()
  await refetchShown(queryClient)
}

/** The decision on a failed refetch of a query that a page shows. */
export type RefreshErrorDecision =
  | { readonly type: 'redirect'; readonly redirect: AnyRedirect }
  | { readonly type: 'reload' }
  | { readonly type: 'nothing' }

/**
 * Decides on the error of a query. A loader that awaits the query handles it itself. A page whose data was refreshed in
 * the background follows a redirect, and reloads on a not-found. A prefetch never navigates, even when its page is on
 * the screen. Pure.
 */
export function decideRefreshError(
  error: unknown,
  query: { readonly hadData: boolean; readonly observers: number; readonly prefetched: boolean },
): RefreshErrorDecision {
  if (!query.hadData || query.observers === 0 || query.prefetched) return { type: 'nothing' }
  if (isRedirect(error)) return { type: 'redirect', redirect: error }
  return { type: isNotFound(error) ? 'reload' : 'nothing' }
}
