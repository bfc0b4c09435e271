import { PREFETCH } from './prefetch-limits.ts'
import { pickNext, highest, type Trigger } from './priority.ts'
import { createSlots, type Slots } from './request-slots.ts'

/*
 * The bounded queue of prefetches. How requests are counted:
 *
 * A prefetch is asked for by target, waits, begins (its route's loaders run), and ends. While it runs its loaders
 * send any number of requests, and each acquires a slot first. Two rules bound them:
 * 1. a request goes out while fewer than five prefetch requests are in flight (slots.ts);
 * 2. a prefetch begins while fewer than five slots are spoken for, where a begun prefetch speaks for one even
 *    while none of its requests is in flight (its code may be loading, or its first request be yet to come).
 * Rule 1 is the limit. Rule 2 only keeps the queue ordered: work that cannot send yet stays where it can be dropped.
 * Neither holds a slot for later, so nothing can deadlock, not even redirects whose requests belong to no prefetch.
 * A navigation makes its target urgent: that target's requests, waiting or yet to come, go out at once, uncounted.
 */

/** The prefetch that a navigation found for its target: none, a waiting one (dropped), or a running one (joined). */
export type NavigationJoin = 'absent' | 'queued' | 'running'

export interface PrefetchHandle<T> {
  /** The prefetch's result; `undefined` when it failed or was dropped. Never rejects. */
  readonly done: Promise<T | undefined>
  /** Withdraws this ask. The prefetch is dropped when it still waits and nobody else asked for it. */
  readonly cancel: () => void
}

/** The contents of the queue, for the inspector. */
export interface QueueContents {
  /** Prefetches yet to begin, oldest first. */
  readonly waiting: ReadonlyMap<string, { readonly triggers: readonly Trigger[] }>
  readonly slots: Pick<Slots, 'inFlight' | 'waiting'>
  /** Begun prefetches without a request in flight; each speaks for a slot. */
  readonly idle: () => readonly string[]
  readonly paused: () => boolean
}

export interface PrefetchQueue<T = unknown> extends Pick<Slots, 'acquire' | 'prioritize' | 'isUrgent'> {
  /**
   * Asks for a prefetch of `target`; `start` begins it when its turn comes. One that already runs or waits is
   * shared: asking again moves a waiting one to the newest place of the stronger of its priorities.
   */
  enqueue(target: string, trigger: Trigger, start: () => Promise<T>): PrefetchHandle<T>
  /** A navigation to `target` begins: nothing of it waits any more, and what it shares waits for no slot. */
  joinNavigation(target: string): NavigationJoin
  /** The navigation has ended: further requests of its target are prefetches again. */
  endNavigation(): void
  /** Returns the trigger of the running prefetch of `target`. */
  triggerOf(target: string): Trigger | undefined
  /** Drops every prefetch that has not begun; running ones are let finish. */
  clearPending(): void
  /** Starts nothing until `resume`. What already runs and navigations are not held up. */
  pause(): void
  resume(): void
  readonly contents: QueueContents
  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

interface Waiting<T> {
  readonly target: string
  /** One per asker that has not withdrawn; the strongest counts. */
  readonly triggers: Trigger[]
  readonly start: () => Promise<T>
  readonly done: Promise<T | undefined>
  readonly settle: (result: T | undefined) => void
}

interface Running<T> {
  trigger: Trigger
  readonly done: Promise<T | undefined>
}

/**
 * Makes a queue with at most `concurrency` prefetch requests in flight.
 *
 * @throws TypeError when `concurrency` is not an integer of at least 1.
 */
export function createPrefetchQueue<T = unknown>(concurrency: number = PREFETCH.concurrency): PrefetchQueue<T> {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new TypeError(`concurrency must be an integer of at least 1, got ${String(concurrency)}`)
  }

  // Maps keep insertion order, so both are sorted oldest first.
  const waiting = new Map<string, Waiting<T>>()
  const begun = new Map<string, Running<T>>()
  const listeners = new Set<() => void>()
  let paused = false
  let settling = false

  // The requests of a redirect's target finish what its source began, whoever asked for that: first in line.
  const slots = createSlots(concurrency, (target) => begun.get(target)?.trigger ?? 'intent', changed)
  const triggerOf = (entry: Waiting<T>) => highest(entry.triggers)

  function idleTargets(): string[] {
    const requesting = new Set(slots.inFlight())
    return [...begun.keys()].filter((target) => !requesting.has(target) && !slots.isUrgent(target))
  }

  function changed(): void {
    settling = false
    if (!paused) {
      slots.flush()
      while (slots.inFlight().length + idleTargets().length < concurrency) {
        const entry = pickNext(waiting.values(), triggerOf)
        if (!entry) break
        begin(entry)
      }
    }
    notify()
  }

  /** Links that come into view together ask together: they are put in order before the first of them begins. */
  function changedSoon(): void {
    if (!settling) queueMicrotask(changed)
    settling = true
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function begin(entry: Waiting<T>): void {
    waiting.delete(entry.target)
    begun.set(entry.target, { trigger: triggerOf(entry), done: entry.done })
    const end = (result: T | undefined) => {
      begun.delete(entry.target)
      // Its requests are sent: neither the navigation's own nor the next prefetch's are urgent.
      slots.resetPriority(entry.target)
      entry.settle(result)
      changed()
    }
    // A microtask later, so that a start that asks in turn finds the queue in order. Failures show nothing.
    Promise.resolve()
      .then(entry.start)
      .then(end, () => end(undefined))
  }

  function drop(target: string): boolean {
    waiting.get(target)?.settle(undefined)
    return waiting.delete(target)
  }

  function hurry(target: string): void {
    slots.prioritize(target)
    changed()
  }

  return {
    enqueue(target, trigger, start) {
      const running = begun.get(target)
      if (running) {
        running.trigger = highest([running.trigger, trigger])
        return { done: running.done, cancel: () => {} }
      }
      const { promise, resolve } = Promise.withResolvers<T | undefined>()
      const entry = waiting.get(target) ?? { target, triggers: [], start, done: promise, settle: resolve }
      entry.triggers.push(trigger)
      waiting.delete(target)
      waiting.set(target, entry)
      changedSoon()
      let asking = true
      return {
        done: entry.done,
        cancel: () => {
          if (!asking || waiting.get(target) !== entry) return
          asking = false
          entry.triggers.splice(entry.triggers.indexOf(trigger), 1)
          if (entry.triggers.length === 0) drop(target)
          notify()
        },
      }
    },
    acquire: slots.acquire,
    prioritize: hurry,
    isUrgent: slots.isUrgent,
    joinNavigation(target) {
      slots.resetPriority()
      const taken = begun.has(target) ? 'running' : drop(target) ? 'queued' : 'absent'
      hurry(target)
      return taken
    },
    endNavigation() {
      slots.resetPriority()
      changed()
    },
    triggerOf: (target) => begun.get(target)?.trigger,
    clearPending() {
      for (const target of waiting.keys()) drop(target)
      notify()
    },
    pause() {
      paused = true
      changed()
    },
    resume() {
      paused = false
      changed()
    },
    contents: { waiting, slots, idle: idleTargets, paused: () => paused },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
