import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { createSharedBuckets } from '#app/server/http/shared-buckets.server.ts'
import { type Bucket, refill, type Rate } from '#app/server/http/token-bucket.ts'

/** Clients in memory; the least recently seen is forgotten first. */
const MAX_CLIENTS = 50_000

/** Tokens that a process takes from the shared bucket at once, so that not every request queries the database. */
const LEASE_SIZE = 10

/** The decision on one request. */
export type Allowed = { type: 'allowed' } | { type: 'refused'; retryAfterSeconds: number }

/** Takes a token of a client's bucket. `now` is milliseconds since 1970. */
export type Limiter = (client: string, now: number) => Promise<Allowed>

/**
 * Creates a limiter whose buckets are in memory, for all workers of this machine.
 *
 * @param name tells it from others
 */
export function createLocalLimiter(name: string, rate: Rate): Limiter {
  const buckets = createSharedBuckets(name, rate, MAX_CLIENTS)
  return async (client, now) => {
    const take = await buckets.take(client, now)
    return take.type === 'taken' ? { type: 'allowed' } : { type: 'refused', retryAfterSeconds: take.retryAfterSeconds }
  }
}

/** Takes `LEASE_SIZE` tokens out of the shared bucket, or as many as it has. */
async function takeLease({ db }: Store, client: string, rate: Rate, now: number): Promise<Bucket> {
  return db.transaction().execute(async (transaction) => {
    // The upsert locks the row, also of a new client.
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
    const leased = Math.min(Math.floor(tokens), LEASE_SIZE)
    await transaction
      .updateTable('buckets')
      .set({ tokens: tokens - leased, at: Math.max(now, row.at) })
      .where('client', '=', client)
      .execute()
    return { tokens: leased, at: now }
  })
}

/**
 * Creates a limiter whose buckets are shared by all processes on one PostgreSQL. A process leases several tokens at
 * once; a lease ends after a second. While the database is unavailable each process limits by itself.
 */
export function createSharedLimiter(store: Store, rate: Rate): Limiter {
  const fallback = createLocalLimiter('tunnel', rate)
  const leases = new LRUCache<string, Bucket>({ max: MAX_CLIENTS })
  const fetching = new Map<string, Promise<boolean>>()

  const fetchLease = async (client: string, now: number): Promise<boolean> => {
    const lease = await takeLease(store, client, rate, now)
    leases.set(client, lease)
    return lease.tokens < 1
  }
  const takeOne = (client: string, now: number): boolean => {
    const lease = leases.get(client)
    if (!lease || lease.tokens < 1 || now - lease.at >= 1_000) return false
    lease.tokens--
    return true
  }

  return async (client, now) => {
    // Concurrent requests share leases, until one is empty.
    for (;;) {
      if (takeOne(client, now)) return { type: 'allowed' }
      const pending = fetching.get(client) ?? fetchLease(client, now).finally(() => fetching.delete(client))
      fetching.set(client, pending)
      let empty: boolean
      try {
        empty = await pending
      } catch {
        return fallback(client, now)
      }
      if (empty) break
    }
    return { type: 'refused', retryAfterSeconds: Math.max(1, Math.ceil(1 / rate.perSecond)) }
  }
}
