import { sql } from 'kysely'
import { RETENTION } from '#app/error-reports/limits.ts'
import type { Counters } from '#app/error-reports/store/counters.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { databaseBytes, measureUsage, occupiedBytes } from '#app/error-reports/store/database-size.server.ts'
import { evictDerived } from '#app/error-reports/store/evict-derived.server.ts'
import { planEviction } from '#app/error-reports/store/plan-eviction.ts'
import { reclaimSpace } from '#app/error-reports/store/reclaim-space.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'
import { EVICTION_ORDER, type EnvelopeKind } from '#app/error-reports/store/schema.ts'

const DAY_MS = 86_400_000

/** The key of the advisory lock for deleting above the limit, so that one process on a PostgreSQL does it. */
const LOCK = 4_071_990_124

/** The limits of the store. */
export type Retention = { days: number; bytes: number }

/** Deletes the oldest envelopes of a kind with their reports, at most one chunk or `maxBytes`, and counts them. */
async function dropOldest(
  { db }: Store,
  kind: EnvelopeKind,
  before: number,
  reason: 'age' | 'bytes',
  counters: Counters,
  maxBytes = Infinity,
): Promise<{ count: number; size: number }> {
  const candidates = await db
    .selectFrom('envelopes')
    .leftJoin('deliveries', 'deliveries.envelope', 'envelopes.id')
    .select(['envelopes.id', 'envelopes.size', 'deliveries.state'])
    .where('envelopes.kind', '=', kind)
    .where('envelopes.received_at', '<', before)
    .orderBy('envelopes.received_at')
    .limit(RETENTION.chunk)
    .execute()
  let read = 0
  const oldest = candidates.filter(({ size }) => (read += size) - size < maxBytes)
  if (oldest.length === 0) return { count: 0, size: 0 }
  const deleted = await db
    .deleteFrom('envelopes')
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  // Another process may have deleted some of them: count each once.
  const ids = new Set(deleted.map(({ id }) => id))
  const dropped = oldest.filter(({ id }) => ids.has(id))
  const unsent = dropped.filter(({ state }) => state === 'waiting' || state === 'aside').length
  if (dropped.length > 0) counters.count(`retention-${reason}`, kind, dropped.length)
  if (unsent > 0) counters.count('retention-undelivered', kind, unsent)
  return { count: oldest.length, size: dropped.reduce((sum, { size }) => sum + size, 0) }
}

/** Returns the bytes of stored envelopes by kind. */
async function storedBytes({ db }: Store): Promise<Partial<Record<EnvelopeKind, number>>> {
  const rows = await db
    .selectFrom('envelopes')
    .select(['kind', ({ fn }) => fn.sum<number | string>('size').as('bytes')])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, bytes }) => [kind, Number(bytes)]))
}

async function deleteAged({ db }: Store, oldest: number, now: number): Promise<void> {
  await db.deleteFrom('problems').where('last_at', '<', oldest).execute()
  await db.deleteFrom('tallies').where('name', '=', 'day').where('value', '<', dayOf(oldest)).execute()
  await db
    .deleteFrom('vitals')
    .where('day', '<', Number(dayOf(oldest)))
    .execute()
  await db.deleteFrom('feedback').where('received_at', '<', oldest).execute()
  await db
    .deleteFrom('counters')
    .where('day', '<', Math.floor(oldest / DAY_MS))
    .execute()
  await db
    .deleteFrom('buckets')
    .where('at', '<', now - 3_600_000)
    .execute()
}

/** Deletes the oldest envelopes, sessions and spans before errors, until this share of their bytes is deleted. */
async function evictEnvelopes(store: Store, share: number, counters: Counters): Promise<void> {
  const held = await storedBytes(store)
  let excess = share * Object.values(held).reduce((sum, size) => sum + size, 0)
  for (const kind of EVICTION_ORDER) {
    while (excess > 0) {
      const { count, size } = await dropOldest(store, kind, Number.MAX_SAFE_INTEGER, 'bytes', counters, excess)
      if (count === 0) break
      excess -= size
      await pause()
    }
  }
}

/** Runs `work` unless another process runs it already. On SQLite the caller sees to it. */
async function runExclusively({ db, dialect }: Store, work: () => Promise<void>): Promise<void> {
  if (dialect === 'sqlite') return work()
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as taken`.execute(
      connection,
    )
    if (!rows[0]?.taken) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection)
    }
  })
}

async function deleteExcess(store: Store, limit: number, counters: Counters): Promise<void> {
  for (let pass = 0; pass < RETENTION.passes; pass++) {
    if ((await occupiedBytes(store)) <= RETENTION.high * limit) break
    const usage = await measureUsage(store)
    const plan = planEviction(usage, limit)
    if (!plan) break
    let { envelopes } = plan
    for (const { table, share, bytes } of plan.derived) {
      const deleted = await evictDerived(store, table, share)
      if (deleted.rows > 0) counters.count('retention-bytes', table, deleted.rows)
      // Rows that are still needed are deleted with their reports.
      envelopes += bytes * (1 - Math.min(1, deleted.share / share))
    }
    if (envelopes > 0) await evictEnvelopes(store, Math.min(1, envelopes / usage.envelopes), counters)
  }
  if ((await databaseBytes(store)) > RETENTION.high * limit) await reclaimSpace(store, limit)
}

/**
 * Deletes old envelopes, then above the limit of bytes from derived tables and the oldest envelopes, sessions and spans
 * before errors. Counts deleted envelopes under `retention-age` and `retention-bytes`, undelivered ones also under
 * `retention-undelivered`. Works in chunks, between which other queries run.
 *
 * @param retention `bytes` is the limit for SQLite's whole file, or all tables of PostgreSQL with their indexes
 * @param now milliseconds since 1970
 */
export async function applyRetention(
  store: Store,
  { days, bytes }: Retention,
  counters: Counters,
  now: number,
): Promise<void> {
  const oldest = now - days * DAY_MS
  for (const kind of EVICTION_ORDER) {
    while ((await dropOldest(store, kind, oldest, 'age', counters)).count === RETENTION.chunk) await pause()
  }
  await deleteAged(store, oldest, now)
  await runExclusively(store, () => deleteExcess(store, bytes, counters))
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
