import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { connect, type Database, type DatabaseLocation } from '#fairlead/database/connect.server.ts'
import { isBusy } from '#fairlead/database/database-errors.ts'
import { inOrder, MigrationError, migrationName, type MigrationSet } from '#fairlead/database/migration.ts'
import { BUSY_TIMEOUT_MS } from '#fairlead/database/sqlite-dialect.server.ts'

/**
 * The key of the advisory lock for which processes that migrate the same PostgreSQL wait: a random number. Processes of
 * released versions wait for this key, so a lock of `createLocks` cannot replace it.
 */
const LOCK = 4_071_990_123

/** Time between two attempts to lock an SQLite file that another process migrates, in milliseconds. */
const RETRY_MS = 50

const WAIT_MS = 600_000

/** A migration, with the time at which it ran, in milliseconds since 1970; `undefined` if no time was recorded. */
export type MigrationStatus = { file: string; state: 'ran' | 'pending'; at?: number | undefined }

/** Runs a transaction, and waits for other processes that run one by this function on the same database. */
async function runExclusively<T>(
  { db, dialect, schema }: Database<unknown>,
  run: (transaction: Transaction<unknown>) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') {
    return db.transaction().execute(async (transaction) => {
      // A role may have a limit that is too short for a migration, and for a process that waits for one.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
      if (schema !== undefined) await createSchema(transaction, schema)
      return run(transaction)
    })
  }
  const until = performance.now() + WAIT_MS
  // SQLite's own wait is short, and blocks the process.
  await sql`pragma busy_timeout = 0`.execute(db)
  try {
    for (;;) {
      let hasBegun = false
      try {
        // On SQLite a transaction is exclusive from its beginning (see the dialect).
        return await db.transaction().execute((transaction) => {
          hasBegun = true
          return run(transaction)
        })
      } catch (error) {
        if (hasBegun || !isBusy(error) || performance.now() > until) throw error
      }
      await sleep(RETRY_MS)
    }
  } finally {
    await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db)
  }
}

/** Creates a schema of PostgreSQL, which needs a privilege, if it is missing. */
async function createSchema(db: Transaction<unknown>, schema: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
  if (rows.length === 0) await db.schema.createSchema(schema).execute()
}

/** Throws a MigrationError unless the migrations that have run are the first of a set. */
function checkOrder({ name: set, migrations }: MigrationSet, ran: readonly Ran[]): void {
  for (const [index, { name }] of ran.slice(0, migrations.length).entries()) {
    const file = migrations[index]?.file ?? ''
    if (name === undefined || name === migrationName(file)) continue
    throw new MigrationError(
      `${file}: the database has run ${name} with this number; keep the migrations that have run, and give new ones the next numbers`,
    )
  }
  if (ran.length <= migrations.length) return
  const last = ran.at(-1)?.name
  throw new MigrationError(
    `app/${set}${last === undefined ? '' : `/migrations/${last}.server.ts is missing`}: the database is of version ${ran.length}; this application knows versions up to ${migrations.length}`,
  )
}

/** Returns the references of SQLite's tables to missing tables: `notes refers to accounts`. */
async function missingTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select distinct own.name || ' refers to ' || foreign_key."table" as fault
    from sqlite_master as own, pragma_foreign_key_list(own.name) as foreign_key
    where own.type = 'table' and lower(foreign_key."table") not in (select lower(name) from sqlite_master)`.execute(db)
  return rows.map(({ fault }) => fault)
}

/** SQLite would notice with the first row, and PostgreSQL does now. @throws Error for a table that is newly missing */
function checkReferences(before: readonly string[], after: readonly string[]): void {
  const fault = after.find((reference) => !before.includes(reference))
  if (fault !== undefined) throw new Error(`${fault}, which no migration before it has made; name that one in after`)
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
}

/**
 * Runs the migrations that a database has not had yet, all of them or none. Any number of processes may call it at
 * once: they wait for each other.
 *
 * @param sets in the order in which they run, see `inOrder`
 * @param now milliseconds since 1970
 * @returns the files of the migrations that it ran
 * @throws MigrationError when one fails, and when the database was made by a newer version of the application or by
 *   other migrations. Any other error means that the database is unavailable
 */
export function migrate(
  database: Database<unknown>,
  sets: readonly MigrationSet[],
  now: () => number = () => Date.now(),
): Promise<string[]> {
  return runExclusively(database, async (transaction) => {
    const done: string[] = []
    const counts = new Map<MigrationSet, number>()
    for (const set of sets) {
      await sql.raw(CREATE[set.record]).execute(transaction)
      const ran = await readRecord(transaction, set)
      checkOrder(set, ran)
      counts.set(set, ran.length)
    }
    const pending = inOrder(sets).filter(({ set, index }) => index >= (counts.get(set) ?? 0))
    const missing = database.dialect === 'sqlite' && pending.length > 0 ? await missingTables(transaction) : undefined
    for (const { file, up, set, index } of pending) {
      try {
        await up(transaction, database.dialect)
        if (missing) checkReferences(missing, await missingTables(transaction))
      } catch (error) {
        throw new MigrationError(`${file}: ${oneLine(error)}; the database was left as it was`, { cause: error })
      }
      await (
        set.record === 'versions'
          ? sql`insert into migrations (version) values (${index + 1})`
          : sql`insert into migrations (set_name, version, name, ran_at)
              values (${set.name}, ${index + 1}, ${migrationName(file)}, ${now()})`
      ).execute(transaction)
      done.push(file)
    }
    return done
  })
}

/** Connects to a database and migrates it. See `migrate` for its errors, and `connect` for `onError`. */
export async function openMigrated<Tables>(
  location: DatabaseLocation,
  sets: readonly MigrationSet[],
  onError?: (error: Error) => void,
): Promise<Database<Tables>> {
  const migrating = connect<unknown>(location, onError, { isLimited: false })
  try {
    await migrate(migrating, sets)
  } finally {
    await migrating.db.destroy()
  }
  const database = connect<Tables>(location, onError)
  // Kysely cannot close a connection that was never open.
  await sql`select 1`.execute(database.db)
  return database
}

/**
 * Returns all migrations of a database in the order in which they run, and changes nothing.
 *
 * @throws MigrationError as `migrate` does for migrations that do not fit
 */
export async function readMigrationStatus(
  { db, dialect }: Database<unknown>,
  sets: readonly MigrationSet[],
): Promise<MigrationStatus[]> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 1 where to_regclass('migrations') is not null`
  const recorded = (await found.execute(db)).rows.length > 0
  const records = new Map<MigrationSet, Ran[]>()
  for (const set of sets) {
    const ran = recorded ? await readRecord(db, set) : []
    checkOrder(set, ran)
    records.set(set, ran)
  }
  return inOrder(sets).map(({ file, set, index }): MigrationStatus => {
    const ran = records.get(set)?.[index]
    return ran ? { file, state: 'ran', at: ran.at } : { file, state: 'pending' }
  })
}

/**
 * A migration that has run on a database. `name` and `at` (milliseconds since 1970) are `undefined` if not recorded.
 */
type Ran = { name: string | undefined; at: number | undefined }

/** Creates the table of a record, if it is missing. Released databases have unquoted names. */
const CREATE: Record<MigrationSet['record'], string> = {
  versions: 'create table if not exists migrations (version integer primary key)',
  named: `create table if not exists migrations (set_name text not null, version integer not null, name text not null,
    ran_at bigint not null, primary key (set_name, version))`,
}

async function readRecord(db: Kysely<unknown>, { name, record }: MigrationSet): Promise<Ran[]> {
  if (record === 'versions') {
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(db)
    return Array.from({ length: rows[0]?.version ?? 0 }, () => ({ name: undefined, at: undefined }))
  }
  const { rows } = await sql<{ name: string; at: number }>`
    select name, ran_at as at from migrations where set_name = ${name} order by version`.execute(db)
  return rows
}
