import type { PrefetchQueue } from './prefetch-queue.ts'

/** Looks at the answer to every request, whoever sent it. What it throws fails the request. */
export interface RequestObserver {
  (response: Response, prefetch: boolean): void
}

export interface PrefetchRequests {
  /** Counts requests made with `signal` as prefetches of `target`. Query functions pass their signal on. */
  tagSignal(signal: AbortSignal, target: string): void
  /** For `createStart({ serverFns: { fetch } })`, which every server function call of the browser goes through. */
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>
}

/**
 * Makes the `fetch` that knows prefetches. A server function's request belongs to one when it carries a signal that
 * was attributed: the signal is the one thing that reaches `fetch` unchanged from a query function through the
 * server-function client, across any `await`, and unlike a header or a call-site `fetch` no author can forget it who
 * lets requests be cancelled. Such a request waits for a slot, says `purpose: prefetch`, has low priority, and holds
 * its slot until the last byte of the response. All others pass through.
 *
 * A response that never ends holds its slot for as long: endless streams belong into components, not loaders.
 */
export function createPrefetchRequests(options: {
  readonly queue: Pick<PrefetchQueue, 'acquire'>
  readonly fetch: PrefetchRequests['fetch']
  readonly onResponse?: RequestObserver
}): PrefetchRequests {
  const targets = new WeakMap<AbortSignal, string>()

  function observed(response: Response, prefetch: boolean): Response {
    options.onResponse?.(response, prefetch)
    return response
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const target = init?.signal ? targets.get(init.signal) : undefined
    if (target === undefined) return observed(await options.fetch(input, init), false)
    const slot = await options.queue.acquire(target, init?.signal ?? undefined)
    if (slot.type === 'navigation') return observed(await options.fetch(input, init), false)
    const headers = new Headers(init?.headers)
    headers.set('purpose', 'prefetch')
    try {
      const response = await options.fetch(input, { ...init, headers, priority: 'low' })
      void bodyEnd(response).then(slot.release)
      return observed(response, true)
    } catch (cause) {
      slot.release()
      throw cause
    }
  }

  return {
    tagSignal: (signal, target) => void targets.set(signal, target),
    fetch: send,
  }
}

/**
 * Resolves at the end of a body, read or not, failed or not. It reads a copy, because the reader of the original may
 * leave it unread (a redirect), and nothing else tells when the network is done.
 */
async function bodyEnd(response: Response): Promise<void> {
  await response
    .clone()
    .body?.pipeTo(new WritableStream())
    .catch(() => {})
}
