import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'

/*
 * The bounded queue of prefetches. How requests are counted:
 *
 * A prefetch is requested by target, waits, runs (its route's loaders do), and ends. While it runs its loaders send any
 * number of requests, and each acquires a permit first. Two rules limit them:
 * 1. a request is sent while fewer than five prefetch requests are in flight;
 * 2. a prefetch starts while fewer than five permits are held. A running prefetch without a request in flight (its
 *    code may be loading) holds one as well.
 * Rule 1 is the limit. Rule 2 keeps the queue ordered: a prefetch that could not send yet stays where it can be dropped.
 * No permit is reserved, so there is no deadlock, not even with redirects whose requests belong to no prefetch.
 * A navigation makes its target urgent: all requests of that target are sent at once and not counted.
 */

/** The trigger of a prefetch. Touch, hover and focus are all `intent`. */
export type Trigger = 'intent' | 'viewport' | 'render'

/** The priority of each trigger, by how likely a click is. */
const RANK: Record<Trigger, number> = { render: 0, viewport: 1, intent: 2 }

/** The result of a prefetch in the form of the router's `preloadRoute`; `undefined` if it failed or was dropped. */
type Result = object[] | undefined

export interface PrefetchHandle {
  /** Never rejects. */
  readonly done: Promise<Result>
  /** Withdraws this request. The prefetch is dropped if it still waits and has no other request. */
  readonly cancel: () => void
}

/** The permission to send one request. One for a `prefetch` is counted and must be released; a `navigation` is not. */
export type Permit = { readonly type: 'prefetch'; readonly release: () => void } | { readonly type: 'navigation' }

interface Prefetch {
  readonly target: string
  /** One trigger for each request that is not withdrawn; the highest one counts. */
  readonly triggers: Trigger[]
  readonly start: () => Promise<Result>
  readonly done: Promise<Result>
  readonly settle: (result: Result) => void
}

interface Request {
  readonly target: string
  readonly grant: (permit: Permit) => void
}

const triggerOf = ({ triggers }: Prefetch) => triggers.reduce<Trigger>((a, b) => (RANK[b] > RANK[a] ? b : a), 'render')

/** Returns the next item to serve: the newest of the highest trigger. `items` come oldest first. O(n). */
function pickNext<I>(items: Iterable<I>, trigger: (item: I) => Trigger): I | undefined {
  let found: I | undefined
  let rank = -1
  for (const item of items) {
    const itemRank = RANK[trigger(item)]
    if (itemRank >= rank) [found, rank] = [item, itemRank]
  }
  return found
}

/** Creates a queue with at most `concurrency` prefetch requests in flight. */
export function createPrefetchQueue(concurrency: number = PREFETCH.concurrency) {
  // Maps and sets keep insertion order, so all of these are sorted oldest first.
  const waiting = new Map<string, Prefetch>()
  const running = new Map<string, Prefetch>()
  const requests = new Set<Request>()
  const held = new Set<Request>()
  const urgent = new Set<string>()
  const listeners = new Set<() => void>()
  let isPaused = false
  let isScheduled = false

  const notify = () => listeners.forEach((listener) => listener())
  const runningTrigger = (target: string) => {
    const prefetch = running.get(target)
    return prefetch && triggerOf(prefetch)
  }

  function idleTargets(): string[] {
    const requesting = new Set(Array.from(held, ({ target }) => target))
    return [...running.keys()].filter((target) => !requesting.has(target) && !urgent.has(target))
  }

  function update(): void {
    isScheduled = false
    if (!isPaused) startWaiting()
    notify()
  }

  function startWaiting(): void {
    while (held.size < concurrency) {
      // Requests of a redirect's target belong to no prefetch and come first: their source is running already.
      const request = pickNext(requests, ({ target }) => runningTrigger(target) ?? 'intent')
      if (!request) break
      sendCounted(request)
    }
    while (held.size + idleTargets().length < concurrency) {
      const prefetch = pickNext(waiting.values(), triggerOf)
      if (!prefetch) break
      run(prefetch)
    }
  }

  function run(prefetch: Prefetch): void {
    const { target, start, settle } = prefetch
    waiting.delete(target)
    running.set(target, prefetch)
    // It starts a microtask later, so that a `start` that requests prefetches finds the queue in order. Failures are
    // ignored.
    void Promise.resolve()
      .then(start)
      .catch(() => undefined)
      .then((result) => {
        running.delete(target)
        urgent.delete(target)
        settle(result)
        update()
      })
  }

  function drop(target: string): boolean {
    waiting.get(target)?.settle(undefined)
    return waiting.delete(target)
  }

  function sendCounted(request: Request): void {
    requests.delete(request)
    held.add(request)
    request.grant({
      type: 'prefetch',
      release: () => {
        if (held.delete(request)) update()
      },
    })
  }

  function sendUncounted(request: Request): void {
    if (requests.delete(request)) request.grant({ type: 'navigation' })
  }

  /** Makes `target` urgent: all its requests are sent at once and not counted. */
  function prioritize(target: string): void {
    urgent.add(target)
    for (const request of requests) if (request.target === target) sendUncounted(request)
    update()
  }

  return {
    /**
     * Requests a prefetch of `target`, which `start` runs in its turn. A running or waiting prefetch is shared: another
     * request moves a waiting one to the newest place of the higher of its priorities.
     */
    enqueue(target: string, trigger: Trigger, start: () => Promise<Result>): PrefetchHandle {
      const current = running.get(target)
      if (current) {
        current.triggers.push(trigger)
        return { done: current.done, cancel: () => {} }
      }
      const { promise, resolve } = Promise.withResolvers<Result>()
      const prefetch = waiting.get(target) ?? { target, triggers: [], start, done: promise, settle: resolve }
      prefetch.triggers.push(trigger)
      waiting.delete(target)
      waiting.set(target, prefetch)
      // The update is deferred, so that links that come into view together are sorted before the first prefetch starts.
      if (!isScheduled) queueMicrotask(update)
      isScheduled = true
      notify()
      let isWanted = true
      return {
        done: prefetch.done,
        cancel: () => {
          if (!isWanted || waiting.get(target) !== prefetch) return
          isWanted = false
          prefetch.triggers.splice(prefetch.triggers.indexOf(trigger), 1)
          if (prefetch.triggers.length === 0) drop(target)
          notify()
        },
      }
    },
    /**
     * Resolves when a request of `target` may be sent. That is at once, without being counted, if the target is urgent
     * or `signal` aborts, because an aborted request fails anyway.
     */
    acquire(target: string, signal?: AbortSignal): Promise<Permit> {
      if (urgent.has(target) || signal?.aborted) return Promise.resolve({ type: 'navigation' })
      const { promise, resolve } = Promise.withResolvers<Permit>()
      const request = { target, grant: resolve }
      requests.add(request)
      signal?.addEventListener('abort', () => sendUncounted(request), { once: true })
      update()
      return promise
    },
    prioritize,
    isUrgent: (target: string) => urgent.has(target),
    /** Begins a navigation to `target`: its waiting prefetch is dropped, and a running one needs no more permits. */
    joinNavigation(target: string): 'absent' | 'queued' | 'running' {
      urgent.clear()
      const join = running.has(target) ? 'running' : drop(target) ? 'queued' : 'absent'
      prioritize(target)
      return join
    },
    /** Ends the navigation: further requests of its target count as prefetches again. */
    endNavigation(): void {
      urgent.clear()
      update()
    },
    triggerOf: runningTrigger,
    /** Drops every prefetch that has not started; running ones finish. */
    clearPending(): void {
      for (const target of waiting.keys()) drop(target)
      notify()
    },
    /** Pauses or resumes the queue. While it is paused, no prefetch starts; running ones and navigations continue. */
    setPaused(paused: boolean): void {
      isPaused = paused
      update()
    },
    contents: () => ({
      /** Requests in flight, and running prefetches without one. */
      running: [
        ...Array.from(held, ({ target }) => ({ target, requesting: true })),
        ...idleTargets().map((target) => ({ target, requesting: false })),
      ],
      /** Prefetches that have not started, in the order in which they will start: the newest first within a rank. */
      waiting: Array.from(waiting.values(), (prefetch) => ({ target: prefetch.target, trigger: triggerOf(prefetch) }))
        .toReversed()
        .toSorted((a, b) => RANK[b.trigger] - RANK[a.trigger]),
      /** The number of requests of running prefetches that wait for a permit. */
      waitingRequests: requests.size,
      paused: isPaused,
    }),
    /** Calls `listener` after every change until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type PrefetchQueue = ReturnType<typeof createPrefetchQueue>
