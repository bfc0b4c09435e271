import { pickNext, type Trigger } from './priority.ts'

/** The permission to send one request. A `prefetch` slot is counted and must be released; a `navigation` is not counted. */
export type Slot = { readonly type: 'prefetch'; readonly release: () => void } | { readonly type: 'navigation' }

export interface Slots {
  /**
   * Resolves when a request of `target` may be sent: at once, and not counted, when the target is urgent or `signal`
   * aborts, since an aborted request fails by itself.
   */
  acquire: (target: string, signal?: AbortSignal) => Promise<Slot>
  /** Makes `target` urgent: all its requests are sent at once and not counted. */
  prioritize: (target: string) => void
  isUrgent: (target: string) => boolean
  /** Ends the urgency of `target`, or all. */
  resetPriority: (target?: string) => void
  /** Grants free slots to waiting requests; the owner calls it after every change. */
  flush: () => void
  /** The target of every prefetch request in flight. */
  inFlight: () => string[]
  /** Number of waiting requests. */
  waiting: () => number
}

interface Request {
  readonly target: string
  readonly resolve: (slot: Slot) => void
}

/**
 * Creates the request slots: a prefetch request is sent while fewer than `limit` are in flight.
 *
 * `triggerOf` ranks waiting requests by target, and `onChange` is called when a slot is requested or released.
 */
export function createSlots(limit: number, triggerOf: (target: string) => Trigger, onChange: () => void): Slots {
  const requests = new Set<Request>()
  const held = new Set<{ readonly target: string }>()
  const urgent = new Set<string>()

  function sendCounted(request: Request): void {
    requests.delete(request)
    const holder = { target: request.target }
    held.add(holder)
    request.resolve({
      type: 'prefetch',
      release: () => {
        if (held.delete(holder)) onChange()
      },
    })
  }

  function sendUncounted(request: Request): void {
    if (requests.delete(request)) request.resolve({ type: 'navigation' })
  }

  return {
    acquire(target, signal) {
      if (urgent.has(target) || signal?.aborted) return Promise.resolve({ type: 'navigation' })
      const { promise, resolve } = Promise.withResolvers<Slot>()
      const request = { target, resolve }
      requests.add(request)
      signal?.addEventListener('abort', () => sendUncounted(request), { once: true })
      onChange()
      return promise
    },
    prioritize(target) {
      urgent.add(target)
      for (const request of requests) if (request.target === target) sendUncounted(request)
    },
    isUrgent: (target) => urgent.has(target),
    resetPriority: (target) => void (target === undefined ? urgent.clear() : urgent.delete(target)),
    flush() {
      while (held.size < limit) {
        const request = pickNext(requests, ({ target }) => triggerOf(target))
        if (!request) return
        sendCounted(request)
      }
    },
    inFlight: () => [...held].map(({ target }) => target),
    waiting: () => requests.size,
  }
}
