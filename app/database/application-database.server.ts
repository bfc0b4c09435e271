import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database, DatabaseLocation } from '#app/database/connect.server.ts'
import { classifyOpenError, type DatabaseFault } from '#app/database/database-errors.ts'
import { createLocks, type Locks } from '#app/database/lock.server.ts'
import { openMigrated } from '#app/database/migrate.server.ts'
import { MigrationError, type MigrationSet } from '#app/database/migration.ts'
import type { Tables } from '#app/database/tables.ts'

/** The reason why the database cannot be used. */
export type ApplicationDatabaseFault = DatabaseFault | 'not-migrated'

type ReadSets = () => Promise<readonly MigrationSet[]>

/** The database of the application, opened and migrated by the first call that needs it. */
export type ApplicationDatabase = Locks & {
  /** The engine and the place. */
  location: DatabaseLocation
  /** Opens and migrates it now; see `database`. */
  open: () => Promise<Database<Tables>>
  /** Returns the database, or the transaction inside of which it is called. */
  database: () => Promise<Kysely<Tables>>
  /** True inside of a transaction. */
  isInTransaction: () => boolean
  transaction: <T>(run: (db: Transaction<Tables>) => Promise<T>) => Promise<T>
  /** Returns the fault of a database that is in use and does not answer within `limitMs`. */
  health: (limitMs: number) => Promise<ApplicationDatabaseFault | undefined>
  /** Closes the connections. The next call opens new ones. */
  close: () => Promise<void>
  /** Replaces the migrations and closes: the next call runs the new ones. For development. */
  renew: (readSets: ReadSets) => Promise<void>
}

/**
 * Creates the application's database, and opens nothing.
 *
 * @param readSets returns the migrations that the database must have had
 * @param onError is called with errors of opening, and of connections that break
 */
export function createApplicationDatabase(
  location: DatabaseLocation,
  readSets: ReadSets,
  onError: (error: unknown) => void,
): ApplicationDatabase {
  let readCurrentSets = readSets
  let opening: Promise<Database<Tables>> | undefined
  let used = false
  const scopes = new AsyncLocalStorage<{ transaction: Transaction<Tables>; ended: boolean }>()

  async function attempt(): Promise<Database<Tables>> {
    return openMigrated<Tables>(location, await readCurrentSets(), onError)
  }

  function open(): Promise<Database<Tables>> {
    opening ??= attempt().catch((error: unknown) => {
      // Migrations that failed would fail again, until a process with others starts.
      if (!(error instanceof MigrationError)) opening = undefined
      onError(error)
      throw error
    })
    return opening
  }

  /** The transaction inside of which the caller runs. Work that outlives it is outside. */
  function currentTransaction(): Transaction<Tables> | undefined {
    const scope = scopes.getStore()
    return scope?.ended === false ? scope.transaction : undefined
  }

  let checking: Promise<ApplicationDatabaseFault | undefined> | undefined

  async function check(): Promise<ApplicationDatabaseFault | undefined> {
    try {
      const { db, dialect } = await open()
      // SQLite reads its file only for a table.
      await (dialect === 'sqlite' ? sql`select 1 from sqlite_master limit 1` : sql`select 1`).execute(db)
      return undefined
    } catch (error) {
      return error instanceof MigrationError ? 'not-migrated' : classifyOpenError(error)
    }
  }

  async function close(): Promise<void> {
    const closing = opening
    opening = undefined
    const opened = await closing?.catch(() => undefined)
    await opened?.db.destroy()
  }

  return {
    ...createLocks(location),
    location,
    open,
    async database() {
      used = true
      return currentTransaction() ?? (await open()).db
    },
    isInTransaction: () => currentTransaction() !== undefined,
    async transaction(run) {
      used = true
      const outer = currentTransaction()
      if (outer) return run(outer)
      const { db } = await open()
      return db.transaction().execute(async (transaction) => {
        const scope = { transaction, ended: false }
        try {
          return await scopes.run(scope, run, transaction)
        } finally {
          scope.ended = true
        }
      })
    },
    async health(limitMs) {
      if (!used) return undefined
      // One check at a time, however slow it is and however often it is asked for.
      checking ??= check().finally(() => {
        checking = undefined
      })
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<'unavailable'>((resolve) => {
        timer = setTimeout(() => resolve('unavailable'), limitMs)
      })
      return Promise.race([checking, limit]).finally(() => clearTimeout(timer))
    },
    close,
    renew(next) {
      readCurrentSets = next
      return close()
    },
  }
}
