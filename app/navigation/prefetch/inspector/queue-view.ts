import { RANK, highest, type Trigger } from '#app/navigation/prefetch/priority.ts'
import type { QueueContents } from '#app/navigation/prefetch/prefetch-queue.ts'

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
    // The newest first; sorting keeps that order within a rank.
    waiting: Array.from(waiting, ([target, { triggers }]) => ({ target, trigger: highest(triggers) }))
      .toReversed()
      .toSorted((a, b) => RANK[b.trigger] - RANK[a.trigger]),
    waitingRequests: slots.waiting(),
    paused: paused(),
  }
}
