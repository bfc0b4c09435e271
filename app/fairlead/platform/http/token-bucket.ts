import { LRUCache } from 'lru-cache'

/** A bucket. `at` is in milliseconds. */
export type Bucket = { tokens: number; at: number }

/** A rate. `burst` is the size of a bucket, in tokens. */
export type Rate = { perSecond: number; burst: number }

export type RateDecision = { type: 'allowed' } | { type: 'refused'; retryAfterSeconds: number }

/** The longest time in which a debt is paid, in seconds, whatever the cost was. */
const MAX_DEBT = 60

/** Returns a bucket refilled for the time since `at`, up to its size. A clock that was set back adds nothing. */
export function refill(bucket: Bucket | undefined, { perSecond, burst }: Rate, now: number): Bucket {
  if (!bucket) return { tokens: burst, at: now }
  const seconds = Math.max(0, now - bucket.at) / 1_000
  const tokens = Math.max(bucket.tokens, -MAX_DEBT * perSecond)
  return { tokens: Math.min(burst, tokens + seconds * perSecond), at: now }
}

/**
 * Takes tokens, or returns the seconds until one is available. One token is enough: a larger cost leaves a debt, which
 * is paid before the next token is given.
 */
export function takeToken(
  bucket: Bucket | undefined,
  rate: Rate,
  now: number,
  cost = 1,
): RateDecision & { bucket: Bucket } {
  const { tokens, at } = refill(bucket, rate, now)
  if (tokens >= 1) return { type: 'allowed', bucket: { tokens: tokens - cost, at } }
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / rate.perSecond))
  return { type: 'refused', bucket: { tokens, at }, retryAfterSeconds }
}

/**
 * Returns token buckets by key, in this process. A new key has a full bucket.
 *
 * @param max keys that are remembered: the least recently used one is forgotten first
 */
export function createTokenBuckets(rate: Rate, max: number) {
  let buckets: LRUCache<string, Bucket> | undefined
  return {
    take: (key: string, now: number, cost?: number): RateDecision => {
      // The cache is created here, because it allocates all its memory at once, which would slow each start.
      buckets ??= new LRUCache<string, Bucket>({ max })
      const { bucket, ...decision } = takeToken(buckets.get(key), rate, now, cost)
      buckets.set(key, bucket)
      return decision
    },
    /** Takes the tokens that a key has used already, even if it has fewer. A negative cost gives tokens back. */
    charge: (key: string, now: number, cost: number): void => {
      const { tokens, at } = refill(buckets?.get(key), rate, now)
      buckets?.set(key, { tokens: tokens - cost, at })
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>
