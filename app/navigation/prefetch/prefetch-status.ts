import type { QueryState } from '@tanstack/react-query'
import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'

/** The status of an entry by the age of its data. `fresh` and `reusable` differ only in whether it was read before. */
export type PrefetchStatus = 'fresh' | 'reusable' | 'stale' | 'expired'

export interface DatedEntry {
  /** When the data arrived, in epoch milliseconds: Query's `dataUpdatedAt`. */
  readonly dataUpdatedAt: number
  /** True once a navigation has shown it. */
  readonly wasRead: boolean
}

/** The part of a Query state that dates its data. */
export type DatedState = Pick<QueryState, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'isInvalidated' | 'status'>

/**
 * Returns the status of an entry at `now` (epoch milliseconds). Limits are `PREFETCH`, comparisons strict: at exactly
 * 30 000 ms an entry is no longer fresh, at exactly 300 000 ms it is expired.
 *
 * Server-rendered data is dated by the server's clock, which may run ahead of the browser's. So the absolute distance
 * counts: a wrong clock cannot keep an entry fresh for ever.
 */
export function getPrefetchStatus(entry: DatedEntry, now: number): PrefetchStatus {
  const age = Math.abs(now - entry.dataUpdatedAt)
  if (age < PREFETCH.freshMs) return entry.wasRead ? 'reusable' : 'fresh'
  return age < PREFETCH.reusableMs ? 'stale' : 'expired'
}

/**
 * Returns when usable data arrived, in epoch milliseconds; 0, which is always expired, when there is none.
 *
 * Invalidated data is known to be wrong and counts as none: it is never shown while new data loads. Query also marks
 * data as invalidated when its refetch failed. That data counts by its age, but is never fresh.
 */
export function getFetchedAt(state: DatedState | undefined): number {
  if (state === undefined || state.data === undefined) return 0
  if (state.status === 'error') return Math.min(state.dataUpdatedAt, state.errorUpdatedAt - PREFETCH.freshMs)
  return state.isInvalidated ? 0 : state.dataUpdatedAt
}
