import { QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'
import type { Refreshed } from '#fairlead/navigation/prefetch/revalidate.ts'
import {
  getRequestContext,
  type RequestContext,
  runWithRequestContext,
} from '#fairlead/platform/request-context.server.ts'

/** The options of a query. `queryFn` is unknown, because no type of a function fits those of all queries. */
export type QueryToRefresh = { readonly queryKey: QueryKey; readonly queryFn?: unknown }

/**
 * The browser then need not ask for these queries. One that fails is left out: the page asks for it, and shows its error.
 */
export async function readRefreshes(queries: readonly QueryToRefresh[]): Promise<Refreshed[]> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = () => Promise.allSettled(queries.map((query) => queryClient.query(query as QueryExecuteOptions)))
  const context = getRequestContext()
  // An error of a query sets the status of its context, and the form has succeeded.
  const results = await (context ? runWithRequestContext(Object.create(context) as RequestContext, read) : read())
  queryClient.clear()
  return results.flatMap((result, index) => {
    const queryKey = queries[index]?.queryKey
    return result.status === 'fulfilled' && queryKey ? [{ queryKey, data: result.value }] : []
  })
}
