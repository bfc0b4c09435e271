import { chmodSync, closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { makeFolder } from '#fairlead/database/make-folder.server.ts'

/** Prepared statements in the cache. Inserts of different numbers of rows are different statements. */
const MAX_PREPARED = 500

/** A statement whose rows are arrays, as `pg` takes it. */
export type ArrayStatement = { text: string; rowMode: 'array' }

/** Gives Node's SQLite the interface of `better-sqlite3`, which Kysely expects. */
function withPrepared(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, { statement: StatementSync; reader: boolean }>()
  return {
    close: () => database.close(),
    prepare(sql: string | ArrayStatement) {
      const text = typeof sql === 'string' ? sql : sql.text
      let cached = prepared.get(text)
      if (!cached) {
        if (prepared.size >= MAX_PREPARED) prepared.clear()
        const statement = database.prepare(text)
        // Only statements that return rows have columns. A pragma may have none, and yet return a row for each step.
        cached = { statement, reader: statement.columns().length > 0 || text.startsWith('pragma') }
        prepared.set(text, cached)
      }
      const { statement, reader } = cached
      if (reader) statement.setReturnArrays(text !== sql)
      return {
        reader,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      }
    },
  }
}

/** The SQLite that comes with Node, opened by the first query. Kysely hands its one connection to one caller at a time. */
class NodeSqliteDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean

  constructor(open: () => DatabaseSync) {
    let database: DatabaseSync | undefined
    super({ database: async () => withPrepared((database = open())) })
    this.#isInTransaction = () => database?.isTransaction === true
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Immediate: takes the write lock at once, so that another process waits here instead of failing half-way.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After some errors, a full disk among them, SQLite has rolled back already.
    if (this.#isInTransaction()) await super.rollbackTransaction(connection)
  }
}

export function sqliteDialect(open: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
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
 * Opens or creates an SQLite file, with its folder. A commit is on the disk when it returns: write-ahead log, flushed
 * at every commit. Only its owner can read it, whatever the folder allows.
 *
 * @throws Error when the folder or file cannot be written
 */
export function openSqliteFile(file: string): DatabaseSync {
  makeFolder(dirname(file))
  // SQLite gives the files `-wal` and `-shm` the same mode.
  closeSync(openSync(file, 'a', OWNER_ONLY))
  for (const suffix of ['', '-wal', '-shm']) restrict(file + suffix)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  database.exec(`
    -- Takes effect only before there is a table.
    pragma auto_vacuum = incremental;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    -- Negative: KiB.
    pragma cache_size = -16000;
    -- Pages: many commits write the same ones, which are copied into the file once.
    pragma wal_autocheckpoint = 4000;
    -- Bytes of the log that stay allocated after a checkpoint.
    pragma journal_size_limit = 16384000;
  `)
  return database
}
