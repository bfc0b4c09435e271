import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateData, refetchShown } from '#app/navigation/prefetch/renew.ts'

/** The part of a router that is used. */
type Router = { invalidate: () => Promise<void>; load: () => Promise<void> }

/**
 * Renews data once a form is done, however fresh it is: the queries that it names, or all, and what the page's loaders
 * make of them. Where the visitor goes on to another page, that page reads what it needs.
 *
 * @param queryKeys all, if they are left out
 * @param next where the visitor goes on to
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
