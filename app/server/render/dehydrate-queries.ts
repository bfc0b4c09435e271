import { type DehydratedState, dehydrateQuery, type Query, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { QueryPayload } from '#app/navigation/loading/hydrate-queries.ts'
import { renderHistory } from '#app/server/render/render-history.server.ts'
import { getRequestContext, isSharedRender } from '#app/server/request-context.server.ts'

type DehydratedQueries = DehydratedState['queries']

/** Stands for the time of arrival. A document made for one visitor never has it. */
const EPOCH = 0

/** Returns a query as it travels. Errors are masked already, as all others are. */
function toPayload(query: Query): DehydratedQueries[number] {
  return dehydrateQuery(query, undefined, () => false)
}

/** Returns the id of the innermost route that a page shows. */
export function leafRouteId({ stores }: AnyRouter): string {
  const matches: { routeId: string }[] = stores.matches.get()
  return matches.at(-1)?.routeId ?? ''
}

/**
 * Removes the times of the queries of a page that all visitors share: it may be rendered long before it is read, and by
 * several processes, which must make the same bytes.
 */
function stripTimestamps(queries: DehydratedQueries): DehydratedQueries {
  return queries.map((query) => ({
    ...query,
    dehydratedAt: EPOCH,
    state: { ...query.state, dataUpdatedAt: EPOCH },
  }))
}

/** Sends each query that is made or settles while a page is rendered, before React resumes what waits for it. */
function streamQueries(router: AnyRouter, queryClient: QueryClient): ReadableStream<DehydratedQueries> {
  const cache = queryClient.getQueryCache()
  const sent = new Set(cache.getAll())
  return new ReadableStream({
    start(controller) {
      let waiting: Query[] = []
      const flush = () => {
        if (waiting.length > 0) controller.enqueue(waiting.map(toPayload))
        waiting = []
      }
      const unsubscribe = cache.subscribe(({ query }) => {
        // The first event of a query precedes its promise.
        if (sent.has(query) || !query.promise) return
        if (waiting.length === 0) queueMicrotask(flush)
        sent.add(query)
        waiting.push(query)
      })
      router.serverSsr?.onRenderFinished(() => {
        unsubscribe()
        flush()
        controller.close()
      })
      router.serverSsr?.onCleanup(unsubscribe)
    },
  })
}

/**
 * Returns the queries of a page for its document. Decides as well whether the page is rendered to a string: no query is
 * pending, and its route has not suspended lately. Server only.
 */
export const dehydrateQueries = createIsomorphicFn()
  .server((router: AnyRouter, queryClient: QueryClient): QueryPayload => {
    const queries = queryClient.getQueryCache().getAll()
    const payload = queries.map(toPayload)
    const initial = isSharedRender() ? stripTimestamps(payload) : payload
    const context = getRequestContext()
    const isPending = queries.some(({ state }) => state.status === 'pending' && state.fetchStatus !== 'idle')
    const toString = !isPending && context !== undefined && renderHistory.isTrusted(leafRouteId(router))
    if (context) context.rendering = toString ? 'string' : 'stream'
    return {
      ...(initial.length > 0 && { initial }),
      ...(!toString && { stream: streamQueries(router, queryClient) }),
    }
  })
  .client((_router: AnyRouter, _queryClient: QueryClient): QueryPayload => ({}))

/** Clears the queries of a request when its response has ended: that aborts what is still fetched. Server only. */
export const clearQueriesAfterRender = createIsomorphicFn()
  .server((router: AnyRouter, queryClient: QueryClient): void => {
    router.serverSsrLifecycle = { onServerSsrAttach: [({ onCleanup }) => onCleanup(() => queryClient.clear())] }
  })
  .client((_router: AnyRouter, _queryClient: QueryClient): void => {})
