import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Invalidates queries, all or those below a key, and asks for none of them. What is on its way was read before: it counts
 * as invalidated when it comes.
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

/** Asks for what the components on the screen read, as far as it is invalidated and no loader has asked for it. */
export async function refetchShown(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated })
}

/**
 * Renews data around the router's `invalidate`: every query counts as invalidated, prefetched ones among them, so the
 * loaders of the page read the server, as do its components, and other pages when they are visited. By itself the router
 * only asks its loaders anew, which find fresh data in the cache.
 */
export async function renewData(queryClient: QueryClient, invalidate: () => Promise<void>): Promise<void> {
  await invalidateData(queryClient)
  await invalidate()
  await refetchShown(queryClient)
}
