/** The times of a cached entry, in epoch milliseconds. */
export type Dated = {
  /** Until then it is fresh: it is served as it lies. */
  freshUntil: number
  /** From `freshUntil` until then it is stale: it is served while it is renewed (RFC 5861). */
  staleUntil: number
  /** After a renewal that failed: not before then is another one tried. */
  retryAt: number
}

/** The lifetimes of an entry in seconds: that in which it is fresh, and the one after it in which it is stale. */
export type Lifetimes = { readonly freshFor: number; readonly staleFor: number }

/** Limits of what is cached with an age. */
export const CACHE_LIMITS = {
  /** The longest `freshFor` and `staleFor`: a year, as in RFC 9111 for `max-age`. */
  seconds: 31_536_000,
  /** Time after a renewal that failed until the next one: its error is reported once in it. */
  retryMs: 60_000,
  /** Renders of one page, each of which an invalidation overtakes, until the page is rendered for each visitor. */
  attempts: 3,
  /** Time that a process waits for the render of another one, until it renders by itself. */
  waitMs: 10_000,
  /** Time between two looks at the lock of another process. */
  lookMs: 50,
  /** Time between two looks for invalidations by other processes. */
  pollMs: 400,
  /** Time after a failure of the database in which a process goes on alone. */
  unavailableMs: 5_000,
  /** Bytes of entries in memory: the least recently used are evicted first. */
  memoryBytes: 67_108_864,
  /** Bytes of entries in the database: the oldest are removed first. */
  storeBytes: 1_073_741_824,
  /** Variants of one path, by declared params of the query, cookies and headers. */
  variants: 32,
  /** Characters of all values together that a visitor may bring into a cache key. */
  keyLength: 200,
  /** Tags of one entry, and their length in characters. */
  tags: 64,
  tagLength: 500,
} as const

/** Returns the times of an entry whose render began at `now`. */
export function datesFrom(now: number, { freshFor, staleFor }: Lifetimes): Dated {
  const freshUntil = now + freshFor * 1_000
  return { freshUntil, staleUntil: freshUntil + staleFor * 1_000, retryAt: 0 }
}

/** A decision about a request for an entry. */
export type Serving =
  /** As it lies. */
  | { type: 'fresh' }
  /** At once, and if `renews` it is made anew meanwhile. */
  | { type: 'stale'; renews: boolean }
  /** There is none that may be served: it is made while its visitors wait. */
  | { type: 'expired' }

/** Decides how a request for an entry is responded to at `now`. Pure. */
export function decideServing(entry: Dated | undefined, now: number): Serving {
  if (entry === undefined || now >= entry.staleUntil) return { type: 'expired' }
  if (now < entry.freshUntil) return { type: 'fresh' }
  return { type: 'stale', renews: now >= entry.retryAt }
}

/** The result of making an entry. */
export type Outcome<V> =
  | { type: 'made'; value: V; lifetimes: Lifetimes; tags: readonly string[] }
  /** It may not be cached, such as a redirect, or a page that is no longer there. */
  | { type: 'uncacheable' }
  /** It could not be made. */
  | { type: 'failed'; error?: unknown }

/** A decision about a result, and about the entry that it was to replace. */
export type Settlement =
  | { type: 'store' }
  | { type: 'repeat' }
  | { type: 'keep-stale'; retryAt: number }
  | { type: 'drop' }

/**
 * Decides what becomes of a result at `now`. An invalidation that came meanwhile wins over it. Pure.
 *
 * @param previous the entry from before
 * @param isInvalidated true if one of its tags was invalidated since its render began
 */
export function settle(
  { type }: Outcome<unknown>,
  previous: Dated | undefined,
  isInvalidated: boolean,
  now: number,
): Settlement {
  if (isInvalidated) return { type: 'repeat' }
  if (type === 'made') return { type: 'store' }
  const isKept = type === 'failed' && decideServing(previous, now).type !== 'expired'
  return isKept ? { type: 'keep-stale', retryAt: now + CACHE_LIMITS.retryMs } : { type: 'drop' }
}
