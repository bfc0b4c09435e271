import { sql, type Kysely, type Transaction } from 'kysely'
import { createTables } from '#app/error-reports/store/migrations/001-tables.server.ts'
import { createTallies } from '#app/error-reports/store/migrations/002-tallies.server.ts'
import { createWords } from '#app/error-reports/store/migrations/003-words.server.ts'
import { createSessions } from '#app/error-reports/store/migrations/004-sessions.server.ts'
import type { Dialect, Migration } from '#app/database/migration.ts'
import type { Database } from '#app/error-reports/store/schema.ts'

/** Any number nobody else uses: what processes that migrate the same PostgreSQL wait for. */
const LOCK = 4_071_990_123

/** In the order of their numbers. A released one is never changed: a change of the schema is a new one at the end. */
export const MIGRATIONS: readonly Migration[] = [createTables, createTallies, createWords, createSessions]

/**
 * Brings the tables to this version, all of it or nothing. Any number of processes may call it at once: they wait for
 * each other.
 *
 * @param migrations of which the database may already have the first
 * @throws Error when the database was made by a newer version of the application
 */
export async function migrate(db: Kysely<Database>, flavour: Dialect, migrations = MIGRATIONS): Promise<void> {
  // On SQLite a transaction is exclusive from its beginning (see the dialect).
  await db.transaction().execute(async (transaction) => {
    if (flavour === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (version integer primary key)`.execute(transaction)
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(
      transaction,
    )
    const version = rows[0]?.version ?? 0
    if (version > migrations.length) {
      throw new Error(
        `the database is of version ${version}; this application knows versions up to ${migrations.length}`,
      )
    }
    for (const [index, run] of migrations.slice(version).entries()) {
      await run(transaction as unknown as Transaction<unknown>, flavour)
      await sql`insert into migrations (version) values (${version + index + 1})`.execute(transaction)
    }
  })
}
