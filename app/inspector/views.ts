import type { PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'

/**
 * Returns all entries at `now` (epoch milliseconds), least recently used first. `dataUpdatedAt` is when their oldest data
 * arrived, 0 when some is missing or invalidated. O(entries).
 */
export function viewEntries(entries: PrefetchCache, now: number) {
  return Array.from(entries.all, ([target, { source, hits }]) => {
    const status = entries.status(target, now)
    const dataUpdatedAt = entries.fetchedAt(target)
    return { target, status: status === 'absent' ? 'expired' : status, dataUpdatedAt, source, hits }
  })
}
