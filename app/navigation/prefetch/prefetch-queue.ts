import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'

/*
 * The bounded queue of prefetches. How requests are counted:
 *
 * A prefetch is requested by target, waits, runs (its route's loaders do), and ends. While it runs its loaders send any
 * number of requests, and each acquires a slot first. Two rules limit them:
 * 1. a request is sent while fewer than five prefetch requests are in flight (`createSlots`);
 * 2. a prefetch starts while fewer than five slots are occupied. A running prefetch without a request in flight (its
 *    code may be loading) occupies one as well.
 * Rule 1 is the limit. Rule 2 keeps the queue ordered: a prefetch that could not send yet stays where it can be dropped.
 * No slot is reserved, so there is no deadlock, not even with redirects whose requests belong to no prefetch.
 * A navigation makes its target urgent: all requests of that target are sent at once and not counted.
 */

/** The prefetch that a navigation found for its target: none, a waiting one (dropped), or a running one (joined). */
export type NavigationJoin = 'absent' | 'queued' | 'running'

export interface PrefetchHandle<T> {
  /** The prefetch's result; `undefined` when it failed or was dropped. Never rejects. */
  readonly done: Promise<T | undefined>
  /** Withdraws this request. The prefetch is dropped if it still waits and has no other request. */
  readonly cancel: () => void
}

/** The contents of the queue, for the inspector. */
export interface QueueContents {
  /** The occupied slots: requests in flight, and running prefetches without one. */
  readonly slots: readonly { readonly target: string; readonly requesting: boolean }[]
  /** Prefetches that have not started, in the order in which they will. */
  readonly waiting: readonly { readonly target: string; readonly trigger: Trigger }[]
  /** Number of requests of running prefetches that wait for a slot. */
  readonly waitingRequests: number
  readonly paused: boolean
}

export interface PrefetchQueue<T = unknown> extends Pick<Slots, 'acquire' | 'prioritize' | 'isUrgent'> {
  /**
   * Requests a prefetch of `target`, which `start` runs in its turn. A running or waiting one is shared: another request
   * moves a waiting one to the newest place of the higher of its priorities.
   */
  enqueue(target: string, trigger: Trigger, start: () => Promise<T>): PrefetchHandle<T>
  /** Starts a navigation to `target`: its waiting prefetch is dropped, and a running one needs no slots any more. */
  joinNavigation(target: string): NavigationJoin
  /** Ends the navigation: further requests of its target count as prefetches again. */
  endNavigation(): void
  /** Returns the trigger of the running prefetch of `target`. */
  triggerOf(target: string): Trigger | undefined
  /** Drops every prefetch that has not started; running ones finish. */
  clearPending(): void
  /** Starts no prefetch until `resume`. Running ones and navigations continue. */
  pause(): void
  resume(): void
  contents(): QueueContents
  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

interface Waiting<T> {
  readonly target: string
  /** One for each request that is not withdrawn; the highest counts. */
  readonly triggers: Trigger[]
  readonly start: () => Promise<T>
  readonly done: Promise<T | undefined>
  readonly settle: (result: T | undefined) => void
}

interface Running<T> {
  trigger: Trigger
  readonly done: Promise<T | undefined>
}

/** Creates a queue with at most `concurrency` prefetch requests in flight. */
export function createPrefetchQueue<T = unknown>(concurrency: number = PREFETCH.concurrency): PrefetchQueue<T> {
  // Maps keep insertion order, so both are sorted oldest first.
  const waiting = new Map<string, Waiting<T>>()
  const running = new Map<string, Running<T>>()
  const listeners = new Set<() => void>()
  let paused = false
  let isScheduled = false

  // The requests of a redirect's target have no prefetch of their own and come first: its source is running already.
  const slots = createSlots(concurrency, (target) => running.get(target)?.trigger ?? 'intent', update)
  const triggerOf = (entry: Waiting<T>) => highest(entry.triggers)

  function idleTargets(): string[] {
    const requesting = new Set(slots.inFlight())
    return [...running.keys()].filter((target) => !requesting.has(target) && !slots.isUrgent(target))
  }

  /** The newest first; sorting keeps that order within a rank. */
  function waitingInOrder(): { target: string; trigger: Trigger }[] {
    return Array.from(waiting.values(), (entry) => ({ target: entry.target, trigger: triggerOf(entry) }))
      .toReversed()
      .toSorted((a, b) => RANK[b.trigger] - RANK[a.trigger])
  }

  function update(): void {
    isScheduled = false
    if (!paused) {
      slots.flush()
      while (slots.inFlight().length + idleTargets().length < concurrency) {
        const entry = pickNext(waiting.values(), triggerOf)
        if (!entry) break
        run(entry)
      }
    }
    notify()
  }

  /** Defers the update: links that come into view together are put in order before the first prefetch starts. */
  function scheduleUpdate(): void {
    if (!isScheduled) queueMicrotask(update)
    isScheduled = true
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function run(entry: Waiting<T>): void {
    waiting.delete(entry.target)
    running.set(entry.target, { trigger: triggerOf(entry), done: entry.done })
    const end = (result: T | undefined) => {
      running.delete(entry.target)
      // All its requests are sent: later ones of this target are not urgent.
      slots.resetPriority(entry.target)
      entry.settle(result)
      update()
    }
    // A microtask later, so that a `start` that requests prefetches finds the queue in order. Failures are ignored.
    Promise.resolve()
      .then(entry.start)
      .then(end, () => end(undefined))
  }

  function drop(target: string): boolean {
    waiting.get(target)?.settle(undefined)
    return waiting.delete(target)
  }

  function prioritize(target: string): void {
    slots.prioritize(target)
    update()
  }

  return {
    enqueue(target, trigger, start) {
      const current = running.get(target)
      if (current) {
        current.trigger = highest([current.trigger, trigger])
        return { done: current.done, cancel: () => {} }
      }
      const { promise, resolve } = Promise.withResolvers<T | undefined>()
      const entry = waiting.get(target) ?? { target, triggers: [], start, done: promise, settle: resolve }
      entry.triggers.push(trigger)
      waiting.delete(target)
      waiting.set(target, entry)
      scheduleUpdate()
      let isWanted = true
      return {
        done: entry.done,
        cancel: () => {
          if (!isWanted || waiting.get(target) !== entry) return
          isWanted = false
          entry.triggers.splice(entry.triggers.indexOf(trigger), 1)
          if (entry.triggers.length === 0) drop(target)
          notify()
        },
      }
    },
    acquire: slots.acquire,
    prioritize,
    isUrgent: slots.isUrgent,
    joinNavigation(target) {
      slots.resetPriority()
      const join = running.has(target) ? 'running' : drop(target) ? 'queued' : 'absent'
      prioritize(target)
      return join
    },
    endNavigation() {
      slots.resetPriority()
      update()
    },
    triggerOf: (target) => running.get(target)?.trigger,
    clearPending() {
      for (const target of waiting.keys()) drop(target)
      notify()
    },
    pause() {
      paused = true
      update()
    },
    resume() {
      paused = false
      update()
    },
    contents: () => ({
      slots: [
        ...slots.inFlight().map((target) => ({ target, requesting: true })),
        ...idleTargets().map((target) => ({ target, requesting: false })),
      ],
      waiting: waitingInOrder(),
      waitingRequests: slots.waiting(),
      paused,
    }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The permission to send one request. A `prefetch` slot is counted and must be released; a `navigation` is not counted. */
export type Slot = { readonly type: 'prefetch'; readonly release: () => void } | { readonly type: 'navigation' }

export interface Slots {
  /**
   * Resolves when a request of `target` may be sent: at once, and not counted, when the target is urgent or `signal`
   * aborts, since an aborted request fails anyway.
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

/** The trigger of a prefetch. Touch, hover and focus are all `intent`. */
export type Trigger = 'intent' | 'viewport' | 'render'

/** The priority of each trigger, by how likely a click is. */
const RANK: Record<Trigger, number> = { render: 0, viewport: 1, intent: 2 }

/** Returns the highest of several triggers; `render` for none. */
function highest(triggers: readonly Trigger[]): Trigger {
  return triggers.reduce<Trigger>((a, b) => (RANK[b] > RANK[a] ? b : a), 'render')
}

/** Returns the next item to serve: the newest of the highest trigger. `items` come oldest first. O(n). */
export function pickNext<I>(items: Iterable<I>, triggerOf: (item: I) => Trigger): I | undefined {
  let found: I | undefined
  let rank = -1
  for (const item of items) {
    const itemRank = RANK[triggerOf(item)]
    if (itemRank >= rank) [found, rank] = [item, itemRank]
  }
  return found
}
