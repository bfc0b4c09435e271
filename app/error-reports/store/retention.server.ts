import { RETENTION } from '#app/error-reports/limits.ts'
import type { Counters } from '#app/error-reports/store/counters.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'
import { EVICTION_ORDER, type EnvelopeKind } from '#app/error-reports/store/schema.ts'

const DAY_MS = 86_400_000

/** What may stay. */
export type Retention = { days: number; bytes: number }

/** Deletes the oldest envelopes of a kind, at most one chunk, with all that was made of them, and counts them. */
async function dropOldest(
  { db }: Store,
  kind: EnvelopeKind,
  before: number,
  why: 'age' | 'bytes',
  counters: Counters,
): Promise<{ count: number; size: number }> {
  const oldest = await db
    .selectFrom('envelopes')
    .leftJoin('deliveries', 'deliveries.envelope', 'envelopes.id')
    .select(['envelopes.id', 'envelopes.size', 'deliveries.state'])
    .where('envelopes.kind', '=', kind)
    .where('envelopes.received_at', '<', before)
    .orderBy('envelopes.received_at')
    .limit(RETENTION.chunk)
    .execute()
  if (oldest.length === 0) return { count: 0, size: 0 }
  const gone = await db
    .deleteFrom('envelopes')
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  // Another process may have deleted some of them: they are counted once.
  const ids = new Set(gone.map(({ id }) => id))
  const dropped = oldest.filter(({ id }) => ids.has(id))
  const unsent = dropped.filter(({ state }) => state === 'waiting' || state === 'aside').length
  if (dropped.length > 0) counters.count(`retention-${why}`, kind, dropped.length)
  if (unsent > 0) counters.count('retention-undelivered', kind, unsent)
  return { count: oldest.length, size: dropped.reduce((sum, { size }) => sum + size, 0) }
}

/** Bytes that the store holds, by kind. */
export async function storedBytes({ db }: Store): Promise<Partial<Record<EnvelopeKind, number>>> {
  const rows = await db
    .selectFrom('envelopes')
    .select(['kind', ({ fn }) => fn.sum<number | string>('size').as('bytes')])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, bytes }) => [kind, Number(bytes)]))
}

/**
 * Drops what is too old, then the oldest of what is too much: sessions and spans go before errors. What is dropped is
 * counted under `retention-age` and `retention-bytes`, and what of it never reached the ingest also under
 * `retention-undelivered`. Works in chunks, and lets others at the store between them.
 *
 * @param now milliseconds since 1970
 */
export async function applyRetention(
  store: Store,
  { days, bytes }: Retention,
  counters: Counters,
  now: number,
): Promise<void> {
  const { db } = store
  const oldest = now - days * DAY_MS
  for (const kind of EVICTION_ORDER) {
    while ((await dropOldest(store, kind, oldest, 'age', counters)).count === RETENTION.chunk) await pause()
  }

  const held = await storedBytes(store)
  let excess = Object.values(held).reduce((sum, size) => sum + size, 0) - bytes
  for (const kind of EVICTION_ORDER) {
    while (excess > 0) {
      const { count, size } = await dropOldest(store, kind, Number.MAX_SAFE_INTEGER, 'bytes', counters)
      if (count === 0) break
      excess -= size
      await pause()
    }
  }

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

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
