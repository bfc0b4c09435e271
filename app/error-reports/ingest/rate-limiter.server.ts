import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { type Bucket, createTokenBuckets, refill, type Rate } from '#app/server/http/token-bucket.ts'

/** Clients remembered at a time; the longest unseen is forgotten first. */
const CLIENTS = 50_000

/** Tokens that a process fetches from the shared bucket at once, so that not every request asks the database. */
const LEASE_SIZE = 10

export type Allowed = { type: 'allowed' } | { type: 'refused'; retryAfterSeconds: number }

/** Says whether a client may send another report. */
export type Limiter = (client: string, now: number) => Allowed | Promise<Allowed>

/** Buckets in this process. */
export function createLocalLimiter(rate: Rate): Limiter {
  const buckets = createTokenBuckets(rate, CLIENTS)
  return (client, now) => {
    const take = buckets.take(client, now)
    return take.type === 'taken' ? { type: 'allowed' } : { type: 'refused', retryAfterSeconds: take.retryAfterSeconds }
  }
}

/** Takes a portion out of the bucket that all processes share, or as much as there is. */
async function takeLease({ db }: Store, client: string, rate: Rate, now: number): Promise<Bucket> {
  return db.transaction().execute(async (transaction) => {
    // Making the row first leaves one to lock, also for a client that is new to all.
    await transaction
      .insertInto('buckets')
      .values({ client, tokens: rate.burst, at: now })
      .onConflict((conflict) => conflict.column('client').doUpdateSet({ client: sql`excluded.client` }))
      .execute()
    const row = await transaction
      .selectFrom('buckets')
      .select(['tokens', 'at'])
      .where('client', '=', client)
      .executeTakeFirstOrThrow()
    const { tokens } = refill(row, rate, now)
    const portion = Math.min(Math.floor(tokens), LEASE_SIZE)
    await transaction
      .updateTable('buckets')
      .set({ tokens: tokens - portion, at: Math.max(now, row.at) })
      .where('client', '=', client)
      .execute()
    return { tokens: portion, at: now }
  })
}

/**
 * Buckets that all processes on one PostgreSQL share. A process takes tokens in portions; a portion is used or lost
 * within a second. While the database is away each process limits by itself.
 */
export function createSharedLimiter(store: Store, rate: Rate): Limiter {
  const alone = createLocalLimiter(rate)
  const portions = new LRUCache<string, Bucket>({ max: CLIENTS })
  const fetching = new Map<string, Promise<boolean>>()

  const fetchPortion = async (client: string, now: number): Promise<boolean> => {
    const portion = await takeLease(store, client, rate, now)
    portions.set(client, portion)
    return portion.tokens < 1
  }
  const takeOne = (client: string, now: number): boolean => {
    const portion = portions.get(client)
    if (!portion || portion.tokens < 1 || now - portion.at >= 1_000) return false
    portion.tokens--
    return true
  }

  return async (client, now) => {
    // Requests that come at once share portions, until one comes back empty.
    for (;;) {
      if (takeOne(client, now)) return { type: 'allowed' }
      const pending = fetching.get(client) ?? fetchPortion(client, now).finally(() => fetching.delete(client))
      fetching.set(client, pending)
      let empty: boolean
      try {
        empty = await pending
      } catch {
        return alone(client, now)
      }
      if (empty) break
    }
    return { type: 'refused', retryAfterSeconds: Math.max(1, Math.ceil(1 / rate.perSecond)) }
  }
}
