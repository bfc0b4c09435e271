import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'

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
