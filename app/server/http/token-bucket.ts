import { LRUCache } from 'lru-cache'

/** The tokens that are left at a time in milliseconds. */
export type Bucket = { tokens: number; at: number }

/** Tokens per second, and the size of a bucket. */
export type Rate = { perSecond: number; burst: number }

export type Take = { type: 'taken'; bucket: Bucket } | { type: 'refused'; bucket: Bucket; retryAfterSeconds: number }

/** Returns the bucket refilled for the time since, up to its size. A clock that was set back adds nothing. */
export function refill(bucket: Bucket | undefined, { perSecond, burst }: Rate, now: number): Bucket {
  if (!bucket) return { tokens: burst, at: now }
  const seconds = Math.max(0, now - bucket.at) / 1_000
  return { tokens: Math.min(burst, bucket.tokens + seconds * perSecond), at: now }
}

/** Takes one token, or returns the seconds until there is one. */
export function takeToken(bucket: Bucket | undefined, rate: Rate, now: number): Take {
  const { tokens, at } = refill(bucket, rate, now)
  if (tokens >= 1) return { type: 'taken', bucket: { tokens: tokens - 1, at } }
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / rate.perSecond))
  return { type: 'refused', bucket: { tokens, at }, retryAfterSeconds }
}

export type TokenBuckets = {
  /** Takes one token of a key, or returns the seconds until there is one. */
  take: (key: string, now: number) => Take
  /** Returns a token that turned out not to be owed. */
  giveBack: (key: string) => void
}

/**
 * Returns token buckets by key, kept in this process. A new key has a full bucket.
 *
 * @param max keys remembered at a time; the least recently used is forgotten first
 */
export function createTokenBuckets(rate: Rate, max: number): TokenBuckets {
  let buckets: LRUCache<string, Bucket> | undefined
  return {
    take(key, now) {
      // Not before: it allocates all its memory at once, which a start would take milliseconds for.
      buckets ??= new LRUCache<string, Bucket>({ max })
      const take = takeToken(buckets.get(key), rate, now)
      buckets.set(key, take.bucket)
      return take
    },
    giveBack(key) {
      const bucket = buckets?.get(key)
      if (bucket) buckets?.set(key, { ...bucket, tokens: bucket.tokens + 1 })
    },
  }
}
