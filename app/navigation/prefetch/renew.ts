import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The part of a router that is used. */
type Invalidating<Options> = { invalidate: (options?: Options) => Promise<void> }

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
 * Has `router.invalidate()` renew data as well: every query counts as invalidated, prefetched ones among them, so the
 * loaders of the page read the server, as do its components, and other pages when they are visited. By itself the router
 * only asks its loaders anew, which find fresh data in the cache.
 *
 * @returns the router's own `invalidate`
 */
export function renewOnInvalidate<Options>(
  router: Invalidating<Options>,
  queryClient: QueryClient,
): (options?: Options) => Promise<void> {
  const invalidate = router.invalidate.bind(router)
  router.invalidate = async (options) => {
    await invalidateData(queryClient)
    await invalidate(options)
    await refetchShown(queryClient)
  }
  return invalidate
}
