import type { QueryCache } from '@tanstack/react-query'
import { PREFETCH } from './prefetch-limits.ts'
import type { Trigger } from './priority.ts'
import { getFetchedAt, getPrefetchStatus, type PrefetchStatus } from './prefetch-status.ts'

/** The source of an entry: a prefetch by its trigger or a redirect's target, a navigation, or the server's page. */
export type PrefetchSource = Trigger | 'redirect' | 'navigation' | 'server'

/** The entry of one target, beside its data. */
export interface PrefetchEntry {
  /** The hashes of its queries. */
  readonly queries: ReadonlySet<string>
  readonly madeBy: PrefetchSource
  readonly wasRead: boolean
  /** Navigations it served. */
  readonly hits: number
}

export interface PrefetchCache {
  /** Records that the query with this hash is part of `target`; the first record says who made the entry. What
   * the server rendered has been read. */
  note(target: string, queryHash: string, madeBy: PrefetchSource): void
  /** Records that a navigation has shown `target`; a hit unless this navigation itself made the entry. */
  read(target: string): void
  /** Forgets `target`: its prefetch failed, or it expired. Its data is Query's affair. */
  forget(target: string): void
  /** The status of `target` at `now`, that of its oldest query. O(its queries). */
  status(target: string, now: number): PrefetchStatus | 'absent'
  /** When the oldest data of `target` came, in epoch milliseconds; 0 when some of it is gone or invalidated. */
  arrivedAt(target: string): number
  /** All entries, least recently used first. */
  readonly all: ReadonlyMap<string, PrefetchEntry>
}

interface Entry extends PrefetchEntry {
  readonly queries: Set<string>
  wasRead: boolean
  hits: number
}

/**
 * Makes the bookkeeping beside Query: which queries a target consists of and what happened to it. The data and its
 * age stay in `queryCache`. At most `remembered` targets are kept; a forgotten one only asks its loader once more.
 */
export function createPrefetchCache(
  queryCache: Pick<QueryCache, 'get'>,
  remembered: number = PREFETCH.remembered,
): PrefetchCache {
  // Least recently used first: what is touched moves to the end.
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
    note(target, queryHash, madeBy) {
      const made = { queries: new Set<string>(), madeBy, wasRead: madeBy === 'server', hits: 0 }
      touch(target, entries.get(target) ?? made).queries.add(queryHash)
    },
    read(target) {
      const entry = entries.get(target)
      if (!entry) return
      touch(target, entry)
      if (entry.wasRead || entry.madeBy !== 'navigation') entry.hits += 1
      entry.wasRead = true
    },
    forget: (target) => void entries.delete(target),
    status(target, now) {
      const entry = entries.get(target)
      return entry ? getPrefetchStatus({ dataUpdatedAt: oldestData(entry), wasRead: entry.wasRead }, now) : 'absent'
    },
    arrivedAt(target) {
      const entry = entries.get(target)
      return entry ? oldestData(entry) : 0
    },
    all: entries,
  }
}
