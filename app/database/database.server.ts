import { resolve } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { type ApplicationDatabase, createApplicationDatabase } from '#app/database/application-database.server.ts'
import type { DatabaseLocation } from '#app/database/connect.server.ts'
import { classifyOpenError } from '#app/database/database-fault.ts'
import type { LockedWork, LockResult } from '#app/database/lock.server.ts'
import { readMigrationFiles } from '#app/database/migration-files.server.ts'
import { createMigrationSets } from '#app/database/migration-sets.ts'
import type { Tables } from '#app/database/tables.ts'
import { type Env, readEnv } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'

/** The schema of PostgreSQL, so that no table has the name of one of the reports'. */
const SCHEMA = 'app'

const KEY = Symbol.for('fairlead.database')

/** The process has one, although this code is bundled three times: with the host, the tunnel and the application. */
type Holder = { [KEY]?: ApplicationDatabase | undefined }

/** Returns the place of the application's database: `DATA_DIR/app.db`, or `DATABASE_URL`. */
export function databaseLocation({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): DatabaseLocation {
  return { file: resolve(DATA_DIR, 'app.db'), url: DATABASE_URL, schema: SCHEMA }
}

/** Reads the sets of migrations of the application's database. */
export async function readMigrationSets() {
  return createMigrationSets(await readMigrationFiles())
}

/** Returns the application's database of this process, without opening it. */
export function applicationDatabase(): ApplicationDatabase {
  const holder = globalThis as Holder
  holder[KEY] ??= createApplicationDatabase(databaseLocation(readEnv()), readMigrationSets, (error) =>
    log.error({ err: error, fault: classifyOpenError(error) }, "the application's database is not available"),
  )
  return holder[KEY]
}

/** Makes another database that of this process, for tests; `undefined` is that of the environment. */
export function setApplicationDatabase(other: ApplicationDatabase | undefined): void {
  ;(globalThis as Holder)[KEY] = other
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
 * Runs a transaction: it commits when `run` resolves, and rolls back when it rejects. One inside of another is a part of
 * it.
 */
export function transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  return applicationDatabase().transaction(run)
}

/** Waits until no other process, nor another caller of this one, holds the lock of this name, then runs `work`. */
export function withLock<T>(name: string, work: LockedWork<T>): Promise<T> {
  return applicationDatabase().withLock(name, work)
}

/** Runs `work` unless another process, or another caller of this one, holds the lock of this name. */
export function tryLock<T>(name: string, work: LockedWork<T>): Promise<LockResult<T>> {
  return applicationDatabase().tryLock(name, work)
}
