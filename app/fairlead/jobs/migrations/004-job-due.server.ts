import { sql } from 'kysely'
import type { Migration } from '#fairlead/database/migration.ts'

/** A run has the time at which it was due, and a job that has never run has a row. SQLite cannot drop `not null`. */
export const up: Migration = async (db) => {
  await db.schema.alterTable('job_runs').renameTo('job_runs_before').execute()
  await db.schema
    .createTable('job_runs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text')
    .execute()
  await sql`insert into job_runs (name, due_at, started_at, ended_at, outcome)
    select name, started_at, started_at, ended_at, outcome from job_runs_before`.execute(db)
  await db.schema.dropTable('job_runs_before').execute()
}
