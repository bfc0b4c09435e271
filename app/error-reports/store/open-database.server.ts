import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Dialect } from '#app/database/migration.ts'
import { migrate } from '#app/error-reports/store/migrations.server.ts'
import type { Database } from '#app/error-reports/store/schema.ts'
import { nodeSqliteDialect, openSqliteFile } from '#app/database/sqlite-dialect.server.ts'

/** An open store: its queries are the same on both databases. */
export type Store = { db: Kysely<Database>; dialect: Dialect }

/** Where the store is: a folder with an SQLite file, or a PostgreSQL. */
export type StoreLocation = { dataDir: string; databaseUrl?: string | undefined }

/** PostgreSQL's number for its type `bigint`, which `pg` would give as text. */
const BIGINT = 20

/** Every bigint of the schema is a time or a count below 2^53. */
function parserOf(type: number, format: 'text' | 'binary' = 'text'): unknown {
  return type === BIGINT && format === 'text'
    ? Number
    : (types.getTypeParser as (...args: unknown[]) => unknown)(type, format)
}

function postgresDialect(connectionString: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new Pool({
    connectionString,
    max: 8,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: 'fairlead',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  })
  // The pool listens to a client only while it is idle. One that breaks while it is checked out, between two statements
  // of a transaction, would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  // Of idle clients alone, whose own listener has been called by then.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** Connects to the database and leaves its tables as they are; see `openDatabase`. */
export function connect(location: StoreLocation, onError: (error: Error) => void = () => {}): Store {
  const { dataDir, databaseUrl } = location
  const flavour = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const dialect =
    databaseUrl === undefined ? nodeSqliteDialect(() => openSqliteFile(dataDir)) : postgresDialect(databaseUrl, onError)
  return { db: new Kysely<Database>({ dialect }), dialect: flavour }
}

/**
 * Opens the store and brings its tables to this version.
 *
 * @param onError is called when a connection breaks, whether it is in use or idle; a later query opens another
 * @throws Error when the database cannot be reached or written, or is of a newer version
 */
export async function openDatabase(location: StoreLocation, onError?: (error: Error) => void): Promise<Store> {
  const store = connect(location, onError)
  try {
    await migrate(store.db, store.dialect)
  } catch (error) {
    await store.db.destroy().catch(() => {})
    throw error
  }
  return store
}
