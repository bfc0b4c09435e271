import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateData, refetchShown } from '#app/navigation/prefetch/renew.ts'

/** The members of a router that are used. */
type Router = { invalidate: () => Promise<void>; load: () => Promise<void> }

/**
 * Refreshes data after a form, however fresh it is: the queries that the form names, or all, and the page's loader data.
 * If the visitor goes on to another page, queries are only invalidated: that page fetches what it needs.
 *
 * @param queryKeys all queries, if left out
 * @param next path that the visitor goes on to
 */
export async function revalidate(
  router: Router,
  queryClient: QueryClient,
  queryKeys: readonly QueryKey[] | undefined,
  next: string | undefined,
): Promise<void> {
  if (!queryKeys && next === undefined) return router.invalidate()
  if (queryKeys) await Promise.all(queryKeys.map((queryKey) => invalidateData(queryClient, queryKey)))
  else await invalidateData(queryClient)
  if (next !== undefined || queryKeys?.length === 0) return
  await router.load()
  await refetchShown(queryClient)
}
