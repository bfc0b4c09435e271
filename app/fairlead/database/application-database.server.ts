import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database, DatabaseLocation } from '#fairlead/database/connect.server.ts'
import { classifyOpenError, type DatabaseFault } from '#fairlead/database/database-errors.ts'
import { createLocks } from '#fairlead/database/lock.server.ts'
import { openMigrated } from '#fairlead/database/migrate.server.ts'
import { MigrationError, type MigrationSet } from '#fairlead/database/migration.ts'
import type { Tables } from '#fairlead/database/tables.ts'

type ReadSets = () => Promise<readonly MigrationSet[]>

/** The database of the application, opened and migrated by the first call that needs it. */
export type ApplicationDatabase = ReturnType<typeof createApplicationDatabase>

/**
 * Creates the application's database, and opens nothing. `onError` gets errors of opening, and of connections that break.
 */
export function createApplicationDatabase(
  location: DatabaseLocation,
  readSets: ReadSets,
  onError: (error: unknown) => void,
) {
  let opening: Promise<Database<Tables>> | undefined
  let used = false
  const scopes = new AsyncLocalStorage<{ transaction: Transaction<Tables>; ended: boolean }>()

  function open(): Promise<Database<Tables>> {
    opening ??= readSets()
      .then((sets) => openMigrated<Tables>(location, sets, onError))
      .catch((error: unknown) => {
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

  type Fault = DatabaseFault | 'not-migrated'
  let checking: Promise<Fault | undefined> | undefined

  async function check(): Promise<Fault | undefined> {
    try {
      const { db, dialect } = await open()
      // SQLite reads its file only for a table.
      await (dialect === 'sqlite' ? sql`select 1 from sqlite_master limit 1` : sql`select 1`).execute(db)
      return undefined
    } catch (error) {
      return error instanceof MigrationError ? 'not-migrated' : classifyOpenError(error)
    }
  }

  /** Closes the connections. The next call opens new ones. */
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
    close,
    /** Returns the database, or the transaction that the call is in. */
    async database(): Promise<Kysely<Tables>> {
      used = true
      return currentTransaction() ?? (await open()).db
    },
    isInTransaction: () => currentTransaction() !== undefined,
    async transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
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
    /** Returns the fault of a database that is in use and does not answer within `limitMs`. */
    async health(limitMs: number): Promise<Fault | undefined> {
      if (!used) return undefined
      // One check at a time, however slow it is and however many callers ask.
      checking ??= check().finally(() => {
        checking = undefined
      })
      return Promise.race([checking, sleep(limitMs, 'unavailable' as const, { ref: false })])
    },
    /** Replaces the migrations and closes: the next call runs the new ones. For development. */
    renew(next: ReadSets): Promise<void> {
      readSets = next
      return close()
    },
  }
}
