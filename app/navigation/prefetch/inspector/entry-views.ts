import type { PrefetchSource, PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import type { PrefetchStatus } from '#app/navigation/prefetch/prefetch-status.ts'

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
