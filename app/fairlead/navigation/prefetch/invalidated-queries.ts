import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Queries whose running fetch began before they were invalidated. */
const outdated = new WeakSet<Query>()

/** Invalidates a query. Data of a running fetch was read before, so it counts as invalidated when it arrives. */
export function invalidateQuery(query: Query): void {
  if (query.state.fetchStatus === 'fetching') {
    const end = () => {
      outdated.delete(query)
      query.invalidate()
    }
    outdated.add(query)
    query.promise?.then(end, end)
  }
  query.invalidate()
}

/** Invalidates queries, all or those below a key, without refetching them. */
export function invalidateData(queryClient: QueryClient, queryKey?: QueryKey): void {
  queryClient
    .getQueryCache()
    .findAll(queryKey && { queryKey })
    .forEach(invalidateQuery)
}

/**
 * Refetches the invalidated queries of the components on the screen: all, or the ones in `among`. It waits for a fetch
 * that has begun since, and sends none beside it.
 */
export async function refetchShown(queryClient: QueryClient, among?: readonly Query[]): Promise<void> {
  const refetch = (isRunningOutdated: boolean) => {
    const isAsked = (query: Query) =>
      query.state.isInvalidated && outdated.has(query) === isRunningOutdated && (among?.includes(query) ?? true)
    return queryClient.refetchQueries({ type: 'active', predicate: isAsked }, { cancelRefetch: isRunningOutdated })
  }
  await Promise.all([refetch(true), refetch(false)])
}
