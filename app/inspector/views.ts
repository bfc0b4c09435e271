import type { PrefetchCache, PrefetchSource, PrefetchStatus } from '#app/navigation/prefetch/prefetch-cache.ts'
import type { QueueContents, Trigger } from '#app/navigation/prefetch/prefetch-queue.ts'

/** One target as the inspector shows it. Times are epoch milliseconds. */
export interface EntryView {
  readonly target: string
  readonly status: PrefetchStatus
  /** When its oldest data arrived; 0 when some is missing or invalidated. */
  readonly dataUpdatedAt: number
  readonly source: PrefetchSource
  readonly wasRead: boolean
  /** Number of navigations that it served. */
  readonly hits: number
}

/** Returns all entries at `now`, least recently used first. O(entries). */
export function viewEntries(entries: PrefetchCache, now: number): EntryView[] {
  return Array.from(entries.all, ([target, { source, wasRead, hits }]) => {
    const status = entries.status(target, now)
    const dataUpdatedAt = entries.fetchedAt(target)
    return { target, status: status === 'absent' ? 'expired' : status, dataUpdatedAt, source, wasRead, hits }
  })
}

/** The queue as the inspector shows it. */
export interface QueueView {
  /** The occupied slots: requests in flight, and running prefetches without one. */
  readonly slots: readonly { readonly target: string; readonly requesting: boolean }[]
  /** Prefetches that have not started, in the order in which they will. */
  readonly waiting: readonly { readonly target: string; readonly trigger: Trigger }[]
  /** Number of requests of running prefetches that wait for a slot. */
  readonly waitingRequests: number
  readonly paused: boolean
}

/** Returns the present contents of the queue. */
export function viewQueue({ contents }: { readonly contents: QueueContents }): QueueView {
  const { waiting, slots, idle, paused } = contents
  return {
    slots: [
      ...slots.inFlight().map((target) => ({ target, requesting: true })),
      ...idle().map((target) => ({ target, requesting: false })),
    ],
    waiting: waiting(),
    waitingRequests: slots.waiting(),
    paused: paused(),
  }
}
