import type { QueryClient, QueryKey } from '@tanstack/react-query'

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
 * components of the page read the server, and other pages do when they are visited. By itself the router only calls its
 * loaders again, which find fresh data in the cache.
 */
export async function renewData(queryClient: QueryClient, invalidate: () => Promise<void>): Promise<void> {
  await invalidateData(queryClient)
  await invalidate()
  await refetchShown(queryClient)
}
