import type { PrefetchedQuery } from '#fairlead/navigation/prefetch/navigation-log.ts'
import type { PrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

/**
 * Observes the response to every request: `isPrefetch` says how it was sent, `query` for which prefetched query. If it
 * throws, the request fails.
 */
export type RequestObserver = (response: Response, isPrefetch: boolean, query?: PrefetchedQuery) => void

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/**
 * Creates the `fetch` that limits prefetches. A request belongs to a prefetch if its signal was tagged, because the
 * signal reaches `fetch` unchanged from a query function. Such a request waits for a permit, has low priority and the
 * header `purpose: prefetch`, and holds its permit until the last byte: endless streams belong in components, not in
 * loaders. Other requests pass through.
 */
export function createPrefetchRequests(queue: Pick<PrefetchQueue, 'acquire'>, onResponse: RequestObserver) {
  const queries = new WeakMap<AbortSignal, PrefetchedQuery>()

  function observed(response: Response, ...of: [isPrefetch: boolean, query?: PrefetchedQuery]): Response {
    onResponse(response, ...of)
    return response
  }

  async function send(input: RequestInfo | URL, init: RequestInit | undefined, fetch: Send): Promise<Response> {
    const signal = init?.signal ?? undefined
    const query = signal && queries.get(signal)
    const permit = query && (await queue.acquire(query.target, signal))
    if (permit?.type !== 'prefetch') return observed(await fetch(input, init), false, query)
    const headers = new Headers(init?.headers)
    headers.set('purpose', 'prefetch')
    try {
      const response = await fetch(input, { ...init, headers, priority: 'low' })
      void bodyEnd(response).then(permit.release)
      return observed(response, true, query)
    } catch (cause) {
      permit.release()
      throw cause
    }
  }

  return {
    /** Counts requests made with `signal` as prefetches of the query's target. Query functions pass their signal on. */
    tagSignal: (signal: AbortSignal, query: PrefetchedQuery): void => {
      queries.set(signal, query)
    },
    fetch: send,
  }
}

export type PrefetchRequests = ReturnType<typeof createPrefetchRequests>

/** Resolves at the end of a body, failed or not. Reads a clone, because the original may stay unread (a redirect). */
async function bodyEnd(response: Response): Promise<void> {
  await response
    .clone()
    .body?.pipeTo(new WritableStream())
    .catch(() => {})
}
