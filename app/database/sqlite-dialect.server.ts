import { chmodSync, closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { makeFolder } from '#app/database/make-folder.server.ts'

/** Prepared statements in the cache. Inserts of different numbers of rows are different statements. */
const MAX_PREPARED = 500

/** A statement whose rows are arrays, as `pg` takes it in place of a text. */
export type ArrayStatement = { text: string; rowMode: 'array' }

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute<Row>(sql, parameters as SQLInputValue[])
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#prepare(sql).iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as Row] }
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  #execute<Row>(sql: string | ArrayStatement, parameters: SQLInputValue[]): QueryResult<Row> {
    const text = typeof sql === 'string' ? sql : sql.text
    const statement = this.#prepare(text)
    // Only statements that return rows have columns, except pragmas that work in steps: those return a row for each.
    if (statement.columns().length > 0 || text.startsWith('pragma')) {
      statement.setReturnArrays(text !== sql)
      return { rows: statement.all(...parameters) as Row[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql)
    if (!statement) {
      if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
      statement = this.#database.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }
}

class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync
  #database: DatabaseSync | undefined
  #connection: SqliteConnection | undefined

  constructor(open: () => DatabaseSync) {
    this.#open = open
  }

  async init(): Promise<void> {
    this.#database = this.#open()
    this.#connection = new SqliteConnection(this.#database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('the database is closed')
    return this.#connection
  }

  // Kysely hands out the one connection to one caller at a time, so these are never mixed up.
  async beginTransaction(): Promise<void> {
    // Immediate: takes the write lock at once, so that another process waits here instead of failing half-way.
    this.#connection?.exec('begin immediate')
  }

  async commitTransaction(): Promise<void> {
    this.#connection?.exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    // After some errors, a full disk among them, SQLite has rolled back already.
    if (this.#database?.isTransaction) this.#connection?.exec('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database?.close()
    this.#connection = undefined
  }
}

/**
 * Kysely on the SQLite that comes with Node. Kysely's own dialect expects the interface of `better-sqlite3`.
 *
 * @param open opens the database; called once, when the first query comes
 */
export function sqliteDialect(open: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(open),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Longest time for which a statement waits for another connection's lock. It blocks the process. */
export const BUSY_TIMEOUT_MS = 10_000

const OWNER_ONLY = 0o600

/** Makes a file readable by its owner alone, where permissions can be changed. */
function restrict(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY)
  } catch (error) {
    // The file is missing, or belongs to another user who lets this one write.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(code)) throw error
  }
}

/**
 * Opens or creates an SQLite file. A commit is on the disk when it returns: write-ahead log, flushed at every commit.
 * Only its owner can read it, whatever the folder allows.
 *
 * @param file is created when it is missing, as is its folder
 * @throws Error when the folder or file cannot be written
 */
export function openSqliteFile(file: string): DatabaseSync {
  makeFolder(dirname(file))
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', OWNER_ONLY))
  for (const suffix of ['', '-wal', '-shm']) restrict(file + suffix)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  // Takes effect only before there is a table.
  database.exec('pragma auto_vacuum = incremental')
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // Negative: KiB.
  database.exec('pragma cache_size = -16000')
  // Pages: many commits write the same ones, which are copied into the file once.
  database.exec('pragma wal_autocheckpoint = 4000')
  // Bytes of the log that stay allocated after a checkpoint.
  database.exec('pragma journal_size_limit = 16384000')
  return database
}
