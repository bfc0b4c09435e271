import { resolve } from 'node:path'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { type ApplicationDatabase, createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { type DatabaseLocation, placeOf } from '#fairlead/database/connect.server.ts'
import { classifyOpenError, type DatabaseFault } from '#fairlead/database/database-errors.ts'
import type { LockedWork, LockResult } from '#fairlead/database/lock.server.ts'
import { readMigrationFiles, createMigrationSets } from '#fairlead/database/migration-sets.server.ts'
import { type Dialect, MigrationError } from '#fairlead/database/migration.ts'
import type { ArrayStatement } from '#fairlead/database/sqlite-dialect.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { type Env, readEnv } from '#fairlead/platform/env.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { remember } from '#fairlead/platform/remember.server.ts'

/** The schema of PostgreSQL, which keeps the application's tables apart from the tables of the reports. */
const SCHEMA = 'app'

const LOG_MS = 60_000

/** Advice to the operator, for the log. */
const ADVICE: Record<DatabaseFault, string> = {
  full: 'free space on its disk',
  'read-only': 'let this process write the file and its folder, or the database',
  corrupt: 'stop the process, restore a backup or move the file away, and start again',
  misplaced: 'set DATA_DIR to a folder, or DATABASE_URL to a database, that this process may use, and start again',
  unavailable: 'check that the database runs and is not locked; the next query tries again',
}

const holder = remember('database', () => ({ current: undefined as ApplicationDatabase | undefined }))

/** Returns the place of the application's database: `DATA_DIR/app.db`, or `DATABASE_URL`. */
export function databaseLocation({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): DatabaseLocation {
  return { file: resolve(DATA_DIR, 'app.db'), url: DATABASE_URL, schema: SCHEMA }
}

export async function readMigrationSets() {
  return createMigrationSets(await readMigrationFiles())
}

/** Logs each fault once a minute. */
function faultLogger(place: string): (error: unknown) => void {
  const logged = new Map<string, number>()
  return (error) => {
    // A failed migration is no fault of the database. It ends the start, or the query that opens it.
    if (error instanceof MigrationError) return
    const fault = classifyOpenError(error)
    const now = performance.now()
    if (now - (logged.get(fault) ?? -Infinity) < LOG_MS) return
    logged.set(fault, now)
    log.error({ err: error, database: place, fault }, `the application's database is ${fault}: ${ADVICE[fault]}`)
  }
}

/** Returns the application's database of this process, without opening it. */
export function applicationDatabase(): ApplicationDatabase {
  if (!holder.current) {
    const location = databaseLocation(readEnv())
    holder.current = createApplicationDatabase(location, readMigrationSets, faultLogger(placeOf(location)))
  }
  return holder.current
}

// In development this module is loaded again after a change of a migration. Node's own modules know no import.meta.env.
if ((import.meta.env as ImportMetaEnv | undefined)?.DEV) void holder.current?.renew(readMigrationSets)

/** Sets the database of this process, for tests. With `undefined` the next call opens the environment's database. */
export function setApplicationDatabase(other: ApplicationDatabase | undefined): void {
  holder.current = other
}

/**
 * Returns the application's database: SQLite in `DATA_DIR/app.db`, or PostgreSQL with `DATABASE_URL`. The first call opens
 * it and runs the migrations. Inside `transaction` it returns that transaction.
 *
 * @throws Error while the database is unavailable; the next call tries again
 */
export function database(): Promise<Kysely<Tables>> {
  return applicationDatabase().database()
}

/**
 * Returns the engine of the application's database, without opening it, for a statement that only one of them has:
 *
 *     const newest = databaseEngine() === 'postgres' ? sql`now()` : sql`datetime()`
 */
export function databaseEngine(): Dialect {
  return applicationDatabase().location.url === undefined ? 'sqlite' : 'postgres'
}

/** Commits when `run` resolves, and rolls back when it rejects. A transaction inside of another is a part of it. */
export function transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  return applicationDatabase().transaction(run)
}

/**
 * Runs a statement of another query builder, such as Drizzle, on the application's database. Inside `transaction` it is
 * a part of that transaction. `text` has the placeholders of the engine.
 *
 * @returns rows as arrays, because two columns of a join may have one name
 * @throws Error for a transaction of the builder, which statements of other requests would become a part of
 */
export async function queryArrays(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
  if (/^(begin|savepoint)\b/i.test(text)) throw new Error(`${text}: call transaction() of database.server.ts instead`)
  const statement: ArrayStatement = { text, rowMode: 'array' }
  // Kysely hands the text to the driver unchanged, and both drivers accept this object as text.
  const query = CompiledQuery.raw(statement as unknown as string, [...parameters])
  return (await (await database()).executeQuery<unknown[]>(query)).rows
}

export function isInTransaction(): boolean {
  return applicationDatabase().isInTransaction()
}

/** Waits until no other process, nor another caller of this one, holds the lock of this name, then runs `work`. */
export function withLock<T>(name: string, work: LockedWork<T>): Promise<T> {
  return applicationDatabase().withLock(name, work)
}

/** Runs `work` unless another process, or another caller of this one, holds the lock of this name. */
export function tryLock<T>(name: string, work: LockedWork<T>): Promise<LockResult<T>> {
  return applicationDatabase().tryLock(name, work)
}
