import type { QueryCache } from '@tanstack/react-query'
import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import type { Trigger } from '#app/navigation/prefetch/prefetch-queue.ts'
import { getFetchedAt, getPrefetchStatus, type PrefetchStatus } from '#app/navigation/prefetch/prefetch-status.ts'

/** The source of an entry: a prefetch by its trigger or a redirect's target, a navigation, or the server's page. */
export type PrefetchSource = Trigger | 'redirect' | 'navigation' | 'server'

/** The entry of one target, beside its data. */
export interface PrefetchEntry {
  /** The hashes of its queries. */
  readonly queries: ReadonlySet<string>
  readonly source: PrefetchSource
  readonly wasRead: boolean
  /** Number of navigations that it served. */
  readonly hits: number
}

export interface PrefetchCache {
  /** Records that the query with this hash is part of `target`. The first record sets the source of the entry. Data
   * of the server's page counts as used. */
  track(target: string, queryHash: string, source: PrefetchSource): void
  /** Records that a navigation has shown `target`; a hit unless this navigation itself made the entry. */
  markUsed(target: string): void
  /** Removes the entry of `target`: its prefetch failed, or it expired. The data stays in the query cache. */
  evict(target: string): void
  /** Returns the status of `target` at `now`, that of its oldest query. O(its queries). */
  status(target: string, now: number): PrefetchStatus | 'absent'
  /** Returns when the oldest data of `target` arrived, in epoch milliseconds; 0 when some is missing or invalidated. */
  fetchedAt(target: string): number
  /** All entries, least recently used first. */
  readonly all: ReadonlyMap<string, PrefetchEntry>
}

interface Entry extends PrefetchEntry {
  readonly queries: Set<string>
  wasRead: boolean
  hits: number
}

/**
 * Creates the index of prefetch targets: the queries of each, its source and its hits. The data and its age stay in
 * `queryCache`. At most `remembered` targets are indexed; an evicted one only calls its loader once more.
 */
export function createPrefetchCache(
  queryCache: Pick<QueryCache, 'get'>,
  remembered: number = PREFETCH.remembered,
): PrefetchCache {
  // Least recently used first: a used entry moves to the end.
  const entries = new Map<string, Entry>()

  function touch(target: string, entry: Entry): Entry {
    entries.delete(target)
    entries.set(target, entry)
    const [oldest] = entries.keys()
    if (entries.size > remembered && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  function oldestData(entry: Entry): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const hash of entry.queries) oldest = Math.min(oldest, getFetchedAt(queryCache.get(hash)?.state))
    return oldest
  }

  return {
    track(target, queryHash, source) {
      const made = { queries: new Set<string>(), source, wasRead: source === 'server', hits: 0 }
      touch(target, entries.get(target) ?? made).queries.add(queryHash)
    },
    markUsed(target) {
      const entry = entries.get(target)
      if (!entry) return
      touch(target, entry)
      if (entry.wasRead || entry.source !== 'navigation') entry.hits += 1
      entry.wasRead = true
    },
    evict: (target) => void entries.delete(target),
    status(target, now) {
      const entry = entries.get(target)
      return entry ? getPrefetchStatus({ dataUpdatedAt: oldestData(entry), wasRead: entry.wasRead }, now) : 'absent'
    },
    fetchedAt(target) {
      const entry = entries.get(target)
      return entry ? oldestData(entry) : 0
    },
    all: entries,
  }
}
