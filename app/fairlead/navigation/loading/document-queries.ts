import {
  type DehydratedState,
  hydrate,
  type QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query'
import type { Load, LoadContext } from '#fairlead/navigation/prefetch/load-query.ts'

type DehydratedQueries = DehydratedState['queries']

/** The queries of a document, and a stream of the queries that follow while the document is received. */
export type QueryPayload = { initial?: DehydratedQueries; stream?: ReadableStream<DehydratedQueries> }

/**
 * Adds the queries of a document to the cache, then the streamed ones. Queries of a shared page have no timestamps:
 * they are dated by their arrival, because they change only with the build. If the stream ends early, the missing
 * queries are fetched.
 */
export function hydrateQueries(queryClient: QueryClient, { initial = [], stream }: QueryPayload): void {
  for (const { state } of initial) state.dataUpdatedAt ||= Date.now()
  hydrate(queryClient, { queries: initial })
  stream?.pipeTo(new WritableStream({ write: (queries) => hydrate(queryClient, { queries }) })).catch(() => {})
}

/** Longest wait of the server for data, in milliseconds. Data that arrives later is streamed. */
export const STREAM_AFTER_MS = 100

/**
 * Starts a query in a route's loader. A hard load waits for it at most `STREAM_AFTER_MS`: then the page is sent with
 * the route's `pendingComponent`, and the data follows. A navigation waits, like `load`. Read the data with
 * `useSuspenseQuery`. A failure during the wait rejects, like `load`; a later one surfaces where the data is read.
 */
export type Stream = <TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
  context: LoadContext,
) => Promise<void>

/**
 * Creates the `stream` of a router's context, which waits at most `waitMs` milliseconds, or for all data if that is
 * undefined.
 */
export function createStream(load: Load, waitMs: number | undefined): Stream {
  return async (options, context) => {
    const loaded = load(options, context)
    if (waitMs === undefined) return void (await loaded)
    // The failure also surfaces where the data is read.
    loaded.catch(() => {})
    let timer: ReturnType<typeof setTimeout> | undefined
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)))
    await Promise.race([loaded, waited]).finally(() => clearTimeout(timer))
  }
}
