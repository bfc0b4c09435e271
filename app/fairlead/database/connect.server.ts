import { Kysely, PostgresDialect } from 'kysely'
import type { Dialect } from '#fairlead/database/migration.ts'
import { openSqliteFile, sqliteDialect } from '#fairlead/database/sqlite-dialect.server.ts'

/** An open database: queries are the same on both engines. `Tables` is the row type of each table, by name. */
export type Database<Tables> = {
  db: Kysely<Tables>
  dialect: Dialect
  /** The schema of PostgreSQL, if it is not the connection's default. */
  schema?: string | undefined
}

/**
 * The path of an SQLite file, or with a `url` (`postgres://…`) a PostgreSQL. With a `schema` all unqualified names are
 * in that schema of PostgreSQL, which `migrate` creates.
 */
export type DatabaseLocation = { file: string; url?: string | undefined; schema?: string | undefined }

/** Returns the file of SQLite, or the host and name of PostgreSQL's database: no password. */
export function placeOf({ file, url, schema }: DatabaseLocation): string {
  if (url === undefined) return file
  const { host, pathname } = new URL(url)
  return `${host}${pathname}${schema === undefined ? '' : `, schema ${schema}`}`
}

/**
 * Limits of a query on PostgreSQL, in milliseconds. The server ends a statement after the first. After the second it
 * has not responded at all, so its process hangs or the network is cut, and the query fails here.
 */
const QUERY_LIMITS = { statement_timeout: 15_000, query_timeout: 20_000 } as const

/** PostgreSQL's number for its type `bigint`, which `pg` returns as text. */
const BIGINT = 20

/** Opens no connection. It loads the driver here, because a server with SQLite needs none. */
async function createPool(connectionString: string, onError: (error: Error) => void, limits: object) {
  const { Pool, TypeOverrides } = await import('pg')
  const types = new TypeOverrides()
  // Numbers are exact enough: a `bigint` of a schema here may hold only times, and counts below 2^53.
  types.setTypeParser(BIGINT, Number)
  const pool = new Pool({
    connectionString,
    max: 8,
    connectionTimeoutMillis: 5_000,
    ...limits,
    application_name: 'fairlead',
    types,
  })
  // The pool listens to a client only while it is idle. A client that breaks between two statements of a transaction
  // would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  // Emitted for idle clients, whose own listener has been called already.
  pool.on('error', () => {})
  return pool
}

function withSchema(url: string, schema: string | undefined): string {
  if (schema === undefined) return url
  const extended = new URL(url)
  const options = [extended.searchParams.get('options') ?? '', `-c search_path=${schema}`]
  extended.searchParams.set('options', options.join(' ').trim())
  return extended.href
}

/**
 * Connects to a database when the first query comes, and changes no table; `migrate` does.
 *
 * @param onError gets the error when a connection to PostgreSQL breaks, whether it is in use or idle
 * @param options `isLimited`: false for queries that may take longer than a request's, such as migrations
 */
export function connect<Tables>(
  { file, url, schema }: DatabaseLocation,
  onError: (error: Error) => void = () => {},
  { isLimited = true } = {},
): Database<Tables> {
  if (url === undefined) {
    return { db: new Kysely({ dialect: sqliteDialect(() => openSqliteFile(file)) }), dialect: 'sqlite' }
  }
  const pool = () => createPool(withSchema(url, schema), onError, isLimited ? QUERY_LIMITS : {})
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), dialect: 'postgres', schema }
}
