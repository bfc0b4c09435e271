import { applicationDatabase } from '#app/database/database.server.ts'
import { pathnameOfKey } from '#app/server/page-cache/aged-key.ts'
import type { CachedPage } from '#app/server/page-cache/cached-page.ts'
import { decideServing, type Serving } from '#app/server/page-cache/freshness.ts'
import { sizeOfPage } from '#app/server/page-cache/make-page.server.ts'
import { processCache } from '#app/server/page-cache/process-cache.server.ts'
import type { CacheStats, Entry } from '#app/server/page-cache/shared-cache.server.ts'

/** A cached page with an age; times in milliseconds since 1970. */
export type EntrySummary = {
  /** Tells entries apart: nothing that a visitor sent is in it but what the route declares. */
  key: string
  pathname: string
  state: Serving['type']
  renderedAt: number
  freshUntil: number
  staleUntil: number
  bytes: number
  tags: readonly string[]
}

/** Counts of this process since its start, and what it holds in memory. */
export type CacheFigures = CacheStats & { entries: number; bytes: number }

export type CacheSummary = {
  now: number
  pages: CacheFigures
  data: CacheFigures
  /** In the database, of all processes and builds. */
  stored: { entries: number; bytes: number }
  /** The most recently used pages in the memory of this process. */
  recent: EntrySummary[]
  /** The last invalidation of each tag, the newest first. */
  invalidations: { tag: string; at: number; by: string }[]
}

function summarize(key: string, entry: Entry<CachedPage>, now: number): EntrySummary {
  const { renderedAt, freshUntil, staleUntil, tags, value } = entry
  const pathname = pathnameOfKey(key)
  const state = decideServing(entry, now).type
  return { key, pathname, state, renderedAt, freshUntil, staleUntil, bytes: sizeOfPage(value), tags }
}

/** Returns the pages with an age in the memory of this process, the most recently used first; of a tag, or all. */
export function listEntries({ tag, limit = 50 }: { tag?: string; limit?: number } = {}): EntrySummary[] {
  const now = Date.now()
  return processCache()
    .pages.entries()
    .filter(([, { tags }]) => tag === undefined || tags.includes(tag))
    .slice(0, limit)
    .map(([key, entry]) => summarize(key, entry, now))
}

/**
 * Returns the state of the cache, for its operator.
 *
 * @param limit of entries, and of invalidations
 * @throws Error while the database is unavailable
 */
export async function readCacheSummary(limit: number): Promise<CacheSummary> {
  const { pages, data } = processCache()
  const db = await applicationDatabase().database()
  const [stored, invalidations] = await Promise.all([
    db
      .selectFrom('cache_entries')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('entries'),
        fn.sum<number | string | null>('bytes').as('bytes'),
      ])
      .executeTakeFirst(),
    db.selectFrom('cache_invalidations').selectAll().orderBy('number', 'desc').limit(limit).execute(),
  ])
  const figuresOf = (cache: typeof pages | typeof data): CacheFigures => ({
    ...cache.stats,
    entries: cache.entries().length,
    bytes: cache.bytes,
  })
  return {
    now: Date.now(),
    pages: figuresOf(pages),
    data: figuresOf(data),
    stored: { entries: Number(stored?.entries ?? 0), bytes: Number(stored?.bytes ?? 0) },
    recent: listEntries({ limit }),
    // A number is the time, see the log.
    invalidations: invalidations.map(({ tag, number, invalidated_by: by }) => ({ tag, at: number, by })),
  }
}
