import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { connect, type Database, type DatabaseLocation } from '#app/database/connect.server.ts'
import { isBusy } from '#app/database/database-errors.ts'
import { MigrationError, type MigrationSet, type Dialect } from '#app/database/migration.ts'
import { BUSY_TIMEOUT_MS } from '#app/database/sqlite-dialect.server.ts'

/** The key of the advisory lock for which processes that migrate the same PostgreSQL wait. Chosen at random. */
const LOCK = 4_071_990_123

/** Time between two attempts to lock an SQLite file that another process migrates, in milliseconds. */
const RETRY_MS = 50

/** Longest time for which a process waits while another migrates an SQLite file. */
const WAIT_MS = 600_000

/** A migration, with the time at which it ran: in milliseconds since 1970, or `undefined` where none was recorded. */
export type MigrationStatus = { file: string; state: 'ran' | 'pending'; at?: number | undefined }

/** Runs a transaction that no other process of this function runs at the same time on the same database. It waits. */
async function runExclusively<Tables, T>(
  { db, dialect, schema }: Database<Tables>,
  run: (transaction: Transaction<unknown>) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') {
    return db.transaction().execute(async (transaction) => {
      // A migration, and another process that waits for it, may take longer than a role's queries may.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
      if (schema !== undefined) await createSchema(transaction as unknown as Transaction<unknown>, schema)
      return run(transaction as unknown as Transaction<unknown>)
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
          return run(transaction as unknown as Transaction<unknown>)
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

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
}

/**
 * Runs the migrations that a database has not had yet, all of them or none. Any number of processes may call it at
 * once: they wait for each other.
 *
 * @param sets in the order in which they run
 * @param now milliseconds since 1970
 * @returns the files of the migrations that it ran
 * @throws MigrationError when one fails, and when the database was made by a newer version of the application or by
 *   other migrations. Any other error means that the database is unavailable
 */
export function migrate<Tables>(
  database: Database<Tables>,
  sets: readonly MigrationSet[],
  now: () => number = () => Date.now(),
): Promise<string[]> {
  return runExclusively(database, async (transaction) => {
    const done: string[] = []
    for (const set of sets) {
      await createRecord(transaction, set.record)
      const ran = await readRecord(transaction, set)
      checkOrder(set, ran)
      for (const [index, { file, up }] of set.migrations.entries()) {
        if (index < ran.length) continue
        try {
          await up(transaction, database.dialect)
        } catch (error) {
          throw new MigrationError(`${file}: ${oneLine(error)}; the database was left as it was`, { cause: error })
        }
        await addToRecord(transaction, set, { version: index + 1, file, at: now() })
        done.push(file)
      }
    }
    return done
  })
}

/**
 * Connects to a database and runs the migrations that it has not had yet; see `migrate` for what it throws.
 *
 * @param onError is called when a connection to PostgreSQL breaks; see `connect`
 */
export async function openMigrated<Tables>(
  location: DatabaseLocation,
  sets: readonly MigrationSet[],
  onError?: (error: Error) => void,
): Promise<Database<Tables>> {
  const migrating = connect<Tables>(location, onError, { isLimited: false })
  try {
    await migrate(migrating, sets)
  } catch (error) {
    await migrating.db.destroy().catch(() => {})
    throw error
  }
  // SQLite has no limits.
  if (migrating.dialect === 'sqlite') return migrating
  await migrating.db.destroy()
  const database = connect<Tables>(location, onError)
  // Kysely cannot close what was never open.
  await sql`select 1`.execute(database.db)
  return database
}

/**
 * Returns all migrations of a database in the order in which they run, and changes nothing.
 *
 * @throws MigrationError as `migrate` does for migrations that do not fit
 */
export async function readMigrationStatus<Tables>(
  { db: typed, dialect }: Database<Tables>,
  sets: readonly MigrationSet[],
): Promise<MigrationStatus[]> {
  const db = typed as unknown as Kysely<unknown>
  const recorded = await hasRecord(db, dialect)
  const status = sets.map(async (set) => {
    const ran = recorded ? await readRecord(db, set) : []
    checkOrder(set, ran)
    return set.migrations.map(({ file }, index): MigrationStatus => {
      return index < ran.length ? { file, state: 'ran', at: ran[index]?.at } : { file, state: 'pending' }
    })
  })
  return (await Promise.all(status)).flat()
}

/** A migration that a database has had. `name` and `at` (milliseconds since 1970) are `undefined` in a record without. */
export type Ran = { name: string | undefined; at: number | undefined }

/** `001-tides` of `app/database/migrations/001-tides.server.ts` */
export function migrationName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.server\.ts$/, '')
}

// The names of the table and its columns are unquoted, as released.
const CREATE: Record<MigrationSet['record'], string> = {
  versions: 'create table if not exists migrations (version integer primary key)',
  named: `create table if not exists migrations (set_name text not null, version integer not null, name text not null,
    ran_at bigint not null, primary key (set_name, version))`,
}

/** Creates the table of a record, if it is missing. */
export async function createRecord(db: Transaction<unknown>, record: MigrationSet['record']): Promise<void> {
  await sql.raw(CREATE[record]).execute(db)
}

/** True if the database has a record of migrations. */
export async function hasRecord(db: Kysely<unknown>, dialect: Dialect): Promise<boolean> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 1 where to_regclass('migrations') is not null`
  return (await found.execute(db)).rows.length > 0
}

/** Reads the migrations of a set that have run, in the order of their numbers. */
export async function readRecord(db: Kysely<unknown>, { name, record }: MigrationSet): Promise<Ran[]> {
  if (record === 'versions') {
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(db)
    return Array.from({ length: rows[0]?.version ?? 0 }, () => ({ name: undefined, at: undefined }))
  }
  const { rows } = await sql<{ name: string; at: number }>`
    select name, ran_at as at from migrations where set_name = ${name} order by version`.execute(db)
  return rows
}

/** Records that a migration of a set has run. */
export async function addToRecord(
  db: Transaction<unknown>,
  { name, record }: MigrationSet,
  migration: { version: number; file: string; at: number },
): Promise<void> {
  const { version, file, at } = migration
  await (
    record === 'versions'
      ? sql`insert into migrations (version) values (${version})`
      : sql`insert into migrations (set_name, version, name, ran_at)
          values (${name}, ${version}, ${migrationName(file)}, ${at})`
  ).execute(db)
}
