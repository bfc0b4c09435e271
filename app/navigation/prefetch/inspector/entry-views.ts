import type { PrefetchSource, PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import type { PrefetchStatus } from '#app/navigation/prefetch/prefetch-status.ts'

/** One target as the inspector shows it. Times are epoch milliseconds. */
export interface EntryView {
  readonly target: string
  readonly status: PrefetchStatus
  /** When its oldest data came; 0 when some of it is gone or invalidated. */
  readonly dataUpdatedAt: number
  readonly madeBy: PrefetchSource
  readonly wasRead: boolean
  /** Navigations it served. */
  readonly hits: number
}

/** All entries at `now`, least recently used first. O(entries). */
export function viewEntries(entries: PrefetchCache, now: number): EntryView[] {
  return Array.from(entries.all, ([target, { madeBy, wasRead, hits }]) => {
    const status = entries.status(target, now)
    const dataUpdatedAt = entries.arrivedAt(target)
    return { target, status: status === 'absent' ? 'expired' : status, dataUpdatedAt, madeBy, wasRead, hits }
  })
}
