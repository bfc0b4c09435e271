import { QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'
import type { Refreshed } from '#fairlead/navigation/prefetch/revalidate.ts'
import {
  getRequestContext,
  type RequestContext,
  runWithRequestContext,
} from '#fairlead/platform/request-context.server.ts'

/** The options of a query. `queryFn` is unknown, because no function type fits all queries. */
export type QueryToRefresh = { readonly queryKey: QueryKey; readonly queryFn?: unknown }

/** Returns the request that the browser would make next: with the cookies that a response sets or deletes. */
function requestAfter({ url, headers, signal }: Request, setCookies: readonly string[]): Request {
  const cookies = new Map<string, string>()
  for (const text of [...(headers.get('cookie')?.split(';') ?? []), ...setCookies]) {
    const [pair = '', ...attributes] = text.split(';')
    const name = pair.split('=', 1)[0]?.trim() ?? ''
    if (attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, pair.trim())
  }
  const copy = new Headers(headers)
  copy.set('cookie', [...cookies.values()].join('; '))
  return new Request(url, { headers: copy, signal })
}

/**
 * Reads queries for the response, so that the browser need not ask for them. A query that fails is left out: the page
 * asks for it, and shows its error.
 *
 * @param setCookies cookies that the response sets so far: after a sign-in the queries are read for that person
 */
export async function readRefreshes(
  queries: readonly QueryToRefresh[],
  setCookies: readonly string[],
): Promise<Refreshed[]> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = () => Promise.allSettled(queries.map((query) => queryClient.query(query as QueryExecuteOptions)))
  const context = getRequestContext()
  // An error of a query sets the status of its context, and the form has succeeded.
  const change = context && { request: { value: requestAfter(context.request, setCookies) } }
  const results = await (change
    ? runWithRequestContext(Object.create(context, change) as RequestContext, read)
    : read())
  queryClient.clear()
  return results.flatMap((result, index) => {
    const queryKey = queries[index]?.queryKey
    return result.status === 'fulfilled' && queryKey ? [{ queryKey, data: result.value }] : []
  })
}
