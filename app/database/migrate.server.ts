import { sql, type Transaction } from 'kysely'
import type { Database } from '#app/database/connect.server.ts'
import type { Migration } from '#app/database/migration.ts'

/** The key of the advisory lock for which processes that migrate the same PostgreSQL wait. Chosen at random. */
const LOCK = 4_071_990_123

/**
 * Runs the migrations that a database has not had yet, all of them or none. Any number of processes may call it at
 * once: they wait for each other.
 *
 * @param migrations in the order of their numbers, from 1
 * @param table an SQL name: the table for the numbers of those that have run. Each list of migrations needs its own
 * @throws Error when the database was made by a newer version of the application
 */
export async function migrate<Tables>(
  { db, dialect }: Database<Tables>,
  migrations: readonly Migration[],
  table = 'migrations',
): Promise<void> {
  // On SQLite a transaction is exclusive from its beginning (see the dialect).
  await db.transaction().execute(async (transaction) => {
    // Unquoted, as released.
    const versions = sql.raw(table)
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    await sql`create table if not exists ${versions} (version integer primary key)`.execute(transaction)
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from ${versions}`.execute(
      transaction,
    )
    const version = rows[0]?.version ?? 0
    if (version > migrations.length) {
      throw new Error(
        `the database is of version ${version}; this application knows versions up to ${migrations.length}`,
      )
    }
    for (const [index, run] of migrations.slice(version).entries()) {
      await run(transaction as unknown as Transaction<unknown>, dialect)
      await sql`insert into ${versions} (version) values (${version + index + 1})`.execute(transaction)
    }
  })
}
