import { sql, type Transaction } from 'kysely'
import type { Dialect, MigrationSet } from '#app/database/migration.ts'

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

/** Returns true if the database has a record of migrations. */
export async function hasRecord(db: Transaction<unknown>, dialect: Dialect): Promise<boolean> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 1 where to_regclass('migrations') is not null`
  return (await found.execute(db)).rows.length > 0
}

/** Reads the migrations of a set that have run, in the order of their numbers. */
export async function readRecord(db: Transaction<unknown>, { name, record }: MigrationSet): Promise<Ran[]> {
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
