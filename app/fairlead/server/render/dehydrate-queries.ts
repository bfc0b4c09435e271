import { type DehydratedState, dehydrateQuery, type Query, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { isUnmasked } from '#fairlead/errors/mask-errors.server.ts'
import type { QueryPayload } from '#fairlead/navigation/loading/document-queries.ts'
import { renderHistory } from '#fairlead/server/render/render-history.server.ts'
import { getRequestContext, isSharedRender } from '#fairlead/platform/request-context.server.ts'

type DehydratedQueries = DehydratedState['queries']

/** Replaces times in a page that all visitors share. A document for one visitor never has this timestamp. */
const EPOCH = 0

/** Returns a query in the form that is sent to the browser. Its error is masked already, as all errors are. */
function toPayload(query: Query): DehydratedQueries[number] {
  return dehydrateQuery(query, undefined, () => false)
}

export function leafRouteId({ stores }: AnyRouter): string {
  const matches: { routeId: string }[] = stores.matches.get()
  return matches.at(-1)?.routeId ?? ''
}

/** Removes the times of matches after they are loaded. `stripTimestamps` has the reason. Server only. */
export const stripMatchTimestamps = createIsomorphicFn()
  .server(({ stores }: AnyRouter): void => {
    if (!isSharedRender()) return
    const matches: { updatedAt: number }[] = stores.matches.get()
    for (const match of matches) match.updatedAt = EPOCH
  })
  .client((_router: AnyRouter): void => {})

/**
 * Removes the times of the queries of a page that all visitors share: it may be rendered long before it is read, and by
 * several processes, which must produce the same bytes.
 */
function stripTimestamps(queries: DehydratedQueries): DehydratedQueries {
  return queries.map((query) => ({
    ...query,
    dehydratedAt: EPOCH,
    state: { ...query.state, dataUpdatedAt: EPOCH },
  }))
}

/** Sends each query that starts or settles during a render, before React resumes the components that wait for it. */
function streamQueries(router: AnyRouter, queryClient: QueryClient): ReadableStream<DehydratedQueries> {
  const cache = queryClient.getQueryCache()
  const sent = new Set(cache.getAll())
  /** False once nobody reads the stream: for a response to HEAD, or after the client has left. */
  let isRead = true
  let unsubscribe = () => {}
  return new ReadableStream({
    start(controller) {
      let waiting: Query[] = []
      const flush = () => {
        if (waiting.length > 0 && isRead) controller.enqueue(waiting.map(toPayload))
        waiting = []
      }
      unsubscribe = cache.subscribe((event) => {
        const query: Query = event.query as Query
        // The first event of a query precedes its promise.
        if (sent.has(query) || !query.promise) return
        if (waiting.length === 0) queueMicrotask(flush)
        sent.add(query)
        waiting.push(query)
      })
      router.serverSsr?.onRenderFinished(() => {
        unsubscribe()
        flush()
        if (isRead) controller.close()
      })
      router.serverSsr?.onCleanup(unsubscribe)
    },
    cancel() {
      isRead = false
      unsubscribe()
    },
  })
}

type Match = { loaderData?: unknown; __beforeLoadContext?: unknown }

function withValues(value: unknown): unknown[] {
  const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  return [value, ...values]
}

function matchValues({ stores }: AnyRouter): unknown[] {
  const matches: Match[] = stores.matches.get()
  return matches.flatMap((match) => [...withValues(match.loaderData), ...withValues(match.__beforeLoadContext)])
}

/**
 * True for a page that can be expected to render without suspending. A page with a failed query is streamed, so that a
 * failed attempt does not record the error twice.
 */
function isComplete(router: AnyRouter, queries: readonly Query[], others: readonly unknown[]): boolean {
  return (
    renderHistory.isTrusted(leafRouteId(router)) &&
    getRequestContext()?.capturedErrors.length === 0 &&
    !queries.some(({ state }) => state.status === 'pending' && state.fetchStatus !== 'idle') &&
    // Other data may still be a promise.
    !others.some(isUnmasked)
  )
}

/** Returns the queries of a page for its document, and decides how the page is rendered. Server only. */
export const dehydrateQueries = createIsomorphicFn()
  .server((router: AnyRouter, queryClient: QueryClient): QueryPayload => {
    const queries = queryClient.getQueryCache().getAll()
    const payloads = queries.map(toPayload)
    const others = matchValues(router)
    const initial = isSharedRender() ? stripTimestamps(payloads) : payloads
    const complete = isComplete(router, queries, others)
    const context = getRequestContext()
    if (context) context.rendering = complete ? 'string' : 'stream'
    return {
      ...(initial.length > 0 && { initial }),
      ...(!complete && { stream: streamQueries(router, queryClient) }),
    }
  })
  .client((_router: AnyRouter, _queryClient: QueryClient): QueryPayload => ({}))
