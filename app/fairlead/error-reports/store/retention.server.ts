import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EnvelopeKind } from '#fairlead/error-reports/envelope/envelope-record.ts'
import type { Counters } from '#fairlead/error-reports/store/counters.server.ts'
import { dayOf, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** Shares are of `RETENTION_BYTES`: deletion begins above `high` and ends at `low`. */
const RETENTION = {
  high: 0.9,
  low: 0.8,
  /** The numbers of envelopes, rows of derived tables, and free pages of SQLite's file that one transaction deletes. */
  chunk: { envelopes: 500, rows: 2_000, pages: 1_000 },
  /** Rounds of measuring and deleting in one run, because the sizes of rows are estimates. */
  rounds: 6,
} as const

const EVICTION_ORDER: readonly EnvelopeKind[] = ['session', 'other', 'span', 'transaction', 'feedback', 'error']

/**
 * The tables that are derived from reports: the share of the limit that each may have when the limit is reached, the
 * bytes of a row with its indexes, and the rows to delete, in order. A flood of made-up names consists of rows that
 * count 1. Problems with reports are deleted after their reports; ignored problems go last, because they would come
 * back as new.
 */
const DERIVED = [
  {
    table: 'words',
    share: 0.15,
    rowBytes: 200,
    rows: sql`where fingerprint in (select fingerprint from problems
      where exists (select 1 from words where words.fingerprint = problems.fingerprint) order by last_at limit 20)`,
  },
  { table: 'tallies', share: 0.1, rowBytes: 400, rows: sql`order by name = 'day', name <> 'tab', count > 1` },
  {
    table: 'problems',
    share: 0.1,
    rowBytes: 1_500,
    rows: sql`where not exists (select 1 from reports where reports.fingerprint = problems.fingerprint)
      order by state = 'ignored', last_at`,
  },
  { table: 'vitals_by_type', share: 0.1, rowBytes: 400, rows: sql`order by count > 1, day` },
  { table: 'counters', share: 0.05, rowBytes: 200, rows: sql`order by day` },
  { table: 'buckets', share: 0.02, rowBytes: 200, rows: sql`order by at` },
] as const

async function pragma({ db }: ReportDatabase, name: 'page_count' | 'page_size' | 'freelist_count'): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)
  return rows[0]?.[name] ?? 0
}

async function countRows({ db }: ReportDatabase, { table }: (typeof DERIVED)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns the bytes that the limit applies to: SQLite's file without free space, or an estimate of PostgreSQL's rows.
 */
export async function usedBytes(database: ReportDatabase): Promise<number> {
  if (database.dialect === 'sqlite') {
    const pages = (await pragma(database, 'page_count')) - (await pragma(database, 'freelist_count'))
    return pages * (await pragma(database, 'page_size'))
  }
  const { rows } = await sql<{ bytes: number }>`select sum(size)::bigint as bytes from envelopes`.execute(database.db)
  let bytes = rows[0]?.bytes ?? 0
  for (const derived of DERIVED) bytes += (await countRows(database, derived)) * derived.rowBytes
  return bytes
}

/** Deletes the oldest envelopes of a kind with their reports: one chunk, or `maxBytes`. Returns the number of bytes. */
async function dropOldest(
  { db }: ReportDatabase,
  counters: Counters,
  kind: EnvelopeKind,
  { before, maxBytes }: { before: number; maxBytes: number },
): Promise<number> {
  const candidates = await db
    .selectFrom('envelopes')
    .leftJoin('deliveries', 'deliveries.envelope', 'envelopes.id')
    .select(['envelopes.id', 'envelopes.size', 'deliveries.state'])
    .where('envelopes.kind', '=', kind)
    .where('envelopes.received_at', '<', before)
    .orderBy('envelopes.received_at')
    .limit(RETENTION.chunk.envelopes)
    .execute()
  let bytes = 0
  const oldest = candidates.filter(({ size }) => bytes < maxBytes && (bytes += size))
  if (oldest.length === 0) return 0
  await sql`delete from envelopes where id in (${sql.join(oldest.map(({ id }) => id))})`.execute(db)
  const unsent = oldest.filter(({ state }) => state === 'waiting' || state === 'aside').length
  counters.count(maxBytes === Infinity ? 'retention-age' : 'retention-bytes', kind, oldest.length)
  if (unsent > 0) counters.count('retention-undelivered', kind, unsent)
  await nextTurn()
  return bytes
}

async function deleteRows({ db, dialect }: ReportDatabase, { table, rows }: (typeof DERIVED)[number], most: number) {
  const row = sql.raw(dialect === 'sqlite' ? 'rowid' : 'ctid')
  let deleted = 0
  while (deleted < most) {
    const limit = Math.min(RETENTION.chunk.rows, most - deleted)
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${row} in (
      select ${row} from ${sql.table(table)} ${rows} limit ${limit})`.execute(db)
    if (numAffectedRows === 0n) break
    deleted += Number(numAffectedRows)
    await nextTurn()
  }
  return deleted
}

async function deleteAged(database: ReportDatabase, counters: Counters, oldest: number, now: number): Promise<void> {
  const { db } = database
  for (const kind of EVICTION_ORDER) {
    while ((await dropOldest(database, counters, kind, { before: oldest, maxBytes: Infinity })) > 0);
  }
  const day = Number(dayOf(oldest))
  await sql`delete from problems where last_at < ${oldest}`.execute(db)
  await sql`delete from tallies where name = 'day' and value < ${String(day)}`.execute(db)
  await sql`delete from vitals_by_type where day < ${day}`.execute(db)
  await sql`delete from feedback where received_at < ${oldest}`.execute(db)
  await sql`delete from counters where day < ${day}`.execute(db)
  await sql`delete from buckets where at < ${now - 3_600_000}`.execute(db)
}

/** Deletes `excess` bytes: first from derived tables beyond their share, then the oldest envelopes. */
async function evict(database: ReportDatabase, counters: Counters, excess: number, limit: number): Promise<void> {
  let left = excess
  for (const derived of DERIVED) {
    const { table, share, rowBytes } = derived
    const surplus = (await countRows(database, derived)) - (share * limit) / rowBytes
    const deleted = await deleteRows(database, derived, Math.ceil(Math.min(surplus, left / rowBytes)))
    if (deleted > 0) counters.count('retention-bytes', table, deleted)
    left -= deleted * rowBytes
  }
  for (const kind of EVICTION_ORDER) {
    for (let bytes = 1; bytes > 0 && left > 0; left -= bytes) {
      bytes = await dropOldest(database, counters, kind, { before: Number.MAX_SAFE_INTEGER, maxBytes: left })
    }
  }
}

async function shrinkFile(database: ReportDatabase, bytes: number): Promise<void> {
  const pages = Math.floor(bytes / (await pragma(database, 'page_size')))
  for (;;) {
    const excess = Math.min(await pragma(database, 'freelist_count'), (await pragma(database, 'page_count')) - pages)
    if (excess <= 0) break
    await sql`pragma incremental_vacuum(${sql.lit(Math.min(excess, RETENTION.chunk.pages))})`.execute(database.db)
    await nextTurn()
  }
  // The file shrinks at a checkpoint. A passive one does not wait for readers.
  await sql`pragma wal_checkpoint(passive)`.execute(database.db)
}

/**
 * Deletes everything older than `days`. Above the limit of `bytes` it then deletes rows of derived tables and the
 * oldest envelopes, sessions and spans before errors. It counts the deletions, and works in chunks, between which other
 * queries run. `bytes` are counted as by `usedBytes`: PostgreSQL reuses the space of deleted rows. `now` is
 * milliseconds since 1970.
 */
export async function applyRetention(
  database: ReportDatabase,
  { days, bytes }: { days: number; bytes: number },
  counters: Counters,
  now: number,
): Promise<void> {
  await deleteAged(database, counters, now - days * 86_400_000, now)
  for (let round = 0; round < RETENTION.rounds; round++) {
    const used = await usedBytes(database)
    if (used <= RETENTION.high * bytes) break
    await evict(database, counters, used - RETENTION.low * bytes, bytes)
  }
  if (database.dialect === 'sqlite') await shrinkFile(database, RETENTION.high * bytes)
}

/**
 * Creates the loop that keeps a store within `bytes` while reports arrive. `now` is milliseconds; `onError` gets all
 * errors.
 */
export function createRetentionLoop(
  { measure, retain }: { measure: () => Promise<number>; retain: () => Promise<void> },
  { bytes, measureMs }: { bytes: number; measureMs: number },
  now: () => number,
  onError: (error: unknown) => void,
) {
  let running: Promise<void> | undefined
  let measuredAt = -Infinity
  const run = (): Promise<void> =>
    (running ??= retain()
      .catch(onError)
      .finally(() => (running = undefined)))
  return {
    /** Applies retention; a call during a run waits for that run. */
    run,
    /** Starts a run if the store is nearly full. If it is full, the next reports wait for the run. */
    async afterCommit(): Promise<void> {
      // The absolute difference counts, because the clock may be set back.
      if (Math.abs(now() - measuredAt) < measureMs) return
      measuredAt = now()
      const used = (await measure().catch(onError)) ?? 0
      const pending = used > RETENTION.high * bytes ? run() : undefined
      if (used > bytes) await pending
    },
    idle: async () => running,
  }
}
