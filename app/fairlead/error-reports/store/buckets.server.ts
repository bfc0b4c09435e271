import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { withTimeout } from '#fairlead/error-reports/timers.ts'
import type { Limiter } from '#fairlead/platform/http/shared-buckets.server.ts'
import { type Bucket, refill, type Rate, type RateDecision } from '#fairlead/platform/http/token-bucket.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/**
 * The tokens that a process takes at once, so that not every request queries the database, and the time for which they
 * last. The lease is a share of the tokens, and excludes no other process.
 */
const LEASE = { tokens: 10, ms: 1_000 } as const

/** Maximum wait for the database, which may hang. */
const WAIT_MS = 2_000

/**
 * Updates a client's bucket in a transaction. `decide` gets the client's tokens, and returns the number that is left.
 */
async function updateBucket(
  { db }: ReportDatabase,
  client: string,
  rate: Rate,
  now: number,
  decide: (tokens: number) => number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The upsert locks the row, even for a new client.
    const row = await transaction
      .insertInto('buckets')
      .values({ client, tokens: rate.burst, at: now })
      .onConflict((conflict) => conflict.column('client').doUpdateSet({ client: sql`excluded.client` }))
      .returning(['tokens', 'at'])
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('buckets')
      .set({ tokens: decide(refill(row, rate, now).tokens), at: Math.max(now, row.at) })
      .where('client', '=', client)
      .execute()
  })
}

/**
 * Creates a limiter whose buckets are shared by all processes on one PostgreSQL. A process leases several tokens at
 * once. While the database is unavailable or hangs, each process uses separate limits.
 *
 * @param maxClients clients with a lease: the least recently seen one is forgotten first
 */
export function createStoredBuckets(
  database: ReportDatabase,
  rate: Rate,
  fallback: Limiter,
  maxClients: number,
): Limiter {
  const leases = new LRUCache<string, Bucket>({ max: maxClients })
  const fetching = new Map<string, Promise<RateDecision>>()

  const fetchLease = async (client: string, now: number): Promise<RateDecision> => {
    let leased = 0
    let missing = 0
    await updateBucket(database, client, rate, now, (tokens) => {
      leased = Math.min(Math.max(0, Math.floor(tokens)), LEASE.tokens)
      missing = 1 - tokens
      return tokens - leased
    })
    leases.set(client, { tokens: leased, at: now })
    if (leased > 0) return { type: 'allowed' }
    return { type: 'refused', retryAfterSeconds: Math.max(1, Math.ceil(missing / rate.perSecond)) }
  }
  const takeOne = (client: string, now: number): boolean => {
    const lease = leases.get(client)
    if (!lease || lease.tokens < 1 || now - lease.at >= LEASE.ms) return false
    lease.tokens--
    return true
  }

  return {
    async take(client, now) {
      // Concurrent requests share a lease until it is empty.
      for (;;) {
        if (takeOne(client, now)) return { type: 'allowed' }
        const pending = fetching.get(client) ?? fetchLease(client, now).finally(() => fetching.delete(client))
        fetching.set(client, pending)
        try {
          const decision = await withTimeout(WAIT_MS, pending)
          if (!decision) return await fallback.take(client, now)
          if (decision.type === 'refused') return decision
        } catch {
          return fallback.take(client, now)
        }
      }
    },
    async charge(client, now, cost) {
      try {
        // The next request finds out whether any tokens are left.
        leases.delete(client)
        const charged = updateBucket(database, client, rate, now, (tokens) => tokens - cost).then(() => true)
        if (!(await withTimeout(WAIT_MS, charged))) await fallback.charge(client, now, cost)
      } catch {
        await fallback.charge(client, now, cost)
      }
    },
  }
}
