import {
  type DehydratedState,
  hydrate,
  type QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query'
import type { Load, LoadContext } from '#app/navigation/prefetch/load-query.ts'

type DehydratedQueries = DehydratedState['queries']

/** The queries of a document, and those that follow while it is received. */
export type QueryPayload = { initial?: DehydratedQueries; stream?: ReadableStream<DehydratedQueries> }

/** Adds the queries that follow a document, until there are no more. */
async function hydrateStream(queryClient: QueryClient, stream: ReadableStream<DehydratedQueries>): Promise<void> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    hydrate(queryClient, { queries: value })
  }
}

/**
 * Adds the queries of a document to the cache, and then those that follow it. Queries of a page that all visitors share
 * have no times: they are dated by their arrival, since they change with the build alone. A stream that ends early leaves
 * its queries to be fetched.
 */
export function hydrateQueries(queryClient: QueryClient, { initial = [], stream }: QueryPayload): void {
  for (const { state } of initial) state.dataUpdatedAt ||= Date.now()
  hydrate(queryClient, { queries: initial })
  if (stream) void hydrateStream(queryClient, stream).catch(() => {})
}

/** Time that the server waits for data of which a page may be sent without: quick data is in its first bytes. */
export const STREAM_AFTER_MS = 100

/**
 * Starts a query in a route's loader. A hard load does not wait for it longer than `STREAM_AFTER_MS`: the page is sent with
 * the route's `pendingComponent`, and the data follows. A navigation waits, as for `load`. Read the data with
 * `useSuspenseQuery`. Rejects as `load` does while it waits; what fails later fails where the data is read.
 */
export type Stream = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  context: LoadContext,
) => Promise<void>

/**
 * Creates the function of a router's context.
 *
 * @param waitMs longest time to wait for data; `undefined` waits until it is there
 */
export function createStream(load: Load, waitMs: number | undefined): Stream {
  return async (options, context) => {
    const loaded = load(options, context)
    if (waitMs === undefined) return void (await loaded)
    // Where the data is read, its failure is seen as well.
    loaded.catch(() => {})
    let timer: ReturnType<typeof setTimeout> | undefined
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)))
    await Promise.race([loaded, waited]).finally(() => clearTimeout(timer))
  }
}
