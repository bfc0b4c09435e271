import { sql } from 'kysely'
import { RETENTION } from '#app/error-reports/limits.ts'
import { databaseBytes, pragma, TABLES, tableSizes } from '#app/error-reports/store/database-size.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'

/** Maximum wait for the lock to rewrite a table, in milliseconds. */
const LOCK_MS = 5_000

/** Free bytes of a table below which it is not rewritten. */
const MIN_WASTE = 65_536

/** Truncates free pages of the file until it is no larger than `bytes`. */
async function shrinkFile(store: Store, bytes: number): Promise<void> {
  const size = await pragma(store, 'page_size')
  for (;;) {
    const pages = await pragma(store, 'page_count')
    const free = await pragma(store, 'freelist_count')
    const excess = Math.min(free, pages - Math.floor(bytes / size), RETENTION.pages)
    if (excess <= 0) break
    await sql`pragma incremental_vacuum(${sql.lit(excess)})`.execute(store.db)
    await new Promise((resolve) => setImmediate(resolve))
  }
  // The file shrinks at a checkpoint. Passive: does not wait for readers.
  await sql`pragma wal_checkpoint(passive)`.execute(store.db)
}

/** Makes the space of deleted rows reusable, and if that is not enough rewrites the tables with the most free space. */
async function vacuumTables(store: Store, bytes: number): Promise<void> {
  await store.db.connection().execute(async (db) => {
    const connected = { ...store, db }
    await sql`set statement_timeout = 0`.execute(db)
    await sql`set lock_timeout = ${sql.lit(LOCK_MS)}`.execute(db)
    try {
      for (const table of TABLES) await sql`vacuum ${sql.table(table)}`.execute(db)
      if ((await databaseBytes(connected)) <= bytes) return
      const sizes = await tableSizes(connected)
      const wasteful = sizes.map(({ name, used, total }) => ({ name, waste: total - used }))
      for (const { name, waste } of wasteful.toSorted((a, b) => b.waste - a.waste)) {
        if (waste < MIN_WASTE) break
        await sql`vacuum full ${sql.table(name)}`.execute(db)
        if ((await databaseBytes(connected)) <= bytes) return
      }
    } finally {
      await sql`reset statement_timeout`.execute(db)
      await sql`reset lock_timeout`.execute(db)
    }
  })
}

/**
 * Reclaims the space of deleted rows: SQLite's file shrinks to the size at which deletion begins. PostgreSQL reuses the
 * space, and rewrites tables, which locks them, only when that is not enough for the limit.
 *
 * @param limit bytes
 */
export async function reclaimSpace(store: Store, limit: number): Promise<void> {
  if (store.dialect === 'sqlite') await shrinkFile(store, RETENTION.high * limit)
  else await vacuumTables(store, limit)
}
