import type { QueryCache, QueryState } from '@tanstack/react-query'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import type { Trigger } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

/** The source of an entry: a prefetch by its trigger, a redirect to the target, a navigation, or the server's page. */
export type PrefetchSource = Trigger | 'redirect' | 'navigation' | 'server'

export interface PrefetchEntry {
  readonly queries: Set<string>
  readonly source: PrefetchSource
  wasRead: boolean
  /** The number of navigations that the entry has served. */
  hits: number
}

/**
 * Creates the index of prefetch targets: the queries of each, its source and its hits. The data and its age stay in
 * `queryCache`. At most `remembered` targets are indexed; an evicted one only calls its loader once more.
 */
export function createPrefetchCache(queryCache: Pick<QueryCache, 'get'>, remembered: number = PREFETCH.remembered) {
  // The least recently used entry comes first: a used one moves to the end.
  const entries = new Map<string, PrefetchEntry>()

  function touch(target: string, entry: PrefetchEntry): PrefetchEntry {
    entries.delete(target)
    entries.set(target, entry)
    const [oldest] = entries.keys()
    if (entries.size > remembered && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  /** Returns the dates of an entry, in which its oldest query counts. */
  function datedEntry({ queries, wasRead }: PrefetchEntry): DatedEntry {
    const times = Array.from(queries, (hash) => getFetchedAt(queryCache.get(hash)?.state))
    return { dataUpdatedAt: Math.min(...times), wasRead }
  }

  return {
    /** Adds a query to `target`; the first one sets the entry's source. Data of the server's page counts as used. */
    track(target: string, queryHash: string, source: PrefetchSource): void {
      const made = { queries: new Set<string>(), source, wasRead: source === 'server', hits: 0 }
      touch(target, entries.get(target) ?? made).queries.add(queryHash)
    },
    /** Records that a navigation has shown `target`. It counts as a hit unless this navigation made the entry. */
    markUsed(target: string): void {
      const entry = entries.get(target)
      if (!entry) return
      touch(target, entry)
      if (entry.wasRead || entry.source !== 'navigation') entry.hits += 1
      entry.wasRead = true
    },
    /** Removes the entry of `target`. The data stays in the query cache. */
    evict: (target: string) => void entries.delete(target),
    /** Returns the status of `target` at `now`, by its oldest query. O(its queries). */
    status(target: string, now: number): PrefetchStatus | 'absent' {
      const entry = entries.get(target)
      return entry ? getPrefetchStatus(datedEntry(entry), now) : 'absent'
    },
    /**
     * Returns the arrival of the oldest data of `target`, in epoch milliseconds; 0 if any is missing or invalidated.
     */
    fetchedAt(target: string): number {
      const entry = entries.get(target)
      return entry ? datedEntry(entry).dataUpdatedAt : 0
    },
    /** All entries, least recently used first. */
    all: entries as ReadonlyMap<string, Readonly<PrefetchEntry>>,
    /** Returns all entries for the inspector at `now`, least recently used first. O(queries). */
    list: (now: number) =>
      Array.from(entries, ([target, entry]) => {
        const dated = datedEntry(entry)
        const { source, hits } = entry
        return { target, status: getPrefetchStatus(dated, now), dataUpdatedAt: dated.dataUpdatedAt, source, hits }
      }),
  }
}

export type PrefetchCache = ReturnType<typeof createPrefetchCache>

/**
 * The status of an entry by the age of its data. `fresh` and `reusable` differ only in whether the data was read
 * before.
 */
export type PrefetchStatus = 'fresh' | 'reusable' | 'stale' | 'expired'

export interface DatedEntry {
  /** The arrival of the data, in epoch milliseconds: Query's `dataUpdatedAt`. */
  readonly dataUpdatedAt: number
  /** True if a navigation has shown the data. */
  readonly wasRead: boolean
}

export type DatedState = Pick<QueryState, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'isInvalidated' | 'status'>

/**
 * Returns the status of an entry at `now` (epoch milliseconds). Comparisons are strict: at exactly 30 000 ms an entry
 * is no longer fresh, and at exactly 300 000 ms it is expired. Server-rendered data is dated by the server's clock,
 * which may run ahead, so the absolute distance counts: a wrong clock cannot keep an entry fresh for ever.
 */
export function getPrefetchStatus(entry: DatedEntry, now: number): PrefetchStatus {
  const age = Math.abs(now - entry.dataUpdatedAt)
  if (age < PREFETCH.freshMs) return entry.wasRead ? 'reusable' : 'fresh'
  return age < PREFETCH.reusableMs ? 'stale' : 'expired'
}

/**
 * Returns the arrival of usable data, in epoch milliseconds; 0, which is always expired, if there is none. Invalidated
 * data is known to be wrong and counts as none: it is never shown while new data loads. Query also marks data as
 * invalidated when its refetch failed. That data counts by its age, but is never fresh.
 */
export function getFetchedAt(state: DatedState | undefined): number {
  if (state === undefined || state.data === undefined) return 0
  if (state.status === 'error') return Math.min(state.dataUpdatedAt, state.errorUpdatedAt - PREFETCH.freshMs)
  return state.isInvalidated ? 0 : state.dataUpdatedAt
}
