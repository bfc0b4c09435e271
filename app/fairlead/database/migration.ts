import type { Transaction } from 'kysely'

export type Dialect = 'sqlite' | 'postgres'

/**
 * One step of a schema. Once released it is frozen: it never changes, and imports nothing of the application but this
 * type, so that it still produces the same schema years later. It knows no table by type, because those change as well.
 */
export type Migration = (db: Transaction<unknown>, dialect: Dialect) => Promise<void>

/** Migrations in the order of their numbers, from 1 without a hole, and the way in which a database records them. */
export type MigrationSet = {
  name: string
  /**
   * The table `migrations` of the database: `named` has a row for each migration of each set, with its name and time;
   * `versions` has the numbers of the only set of a database, and nothing else.
   */
  record: 'named' | 'versions'
  migrations: readonly { /** From the project's root. */ file: string; up: Migration }[]
}

/** A migration that failed, or migrations that do not fit the database. The message is one line that names the file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
