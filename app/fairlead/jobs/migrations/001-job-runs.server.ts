import type { Migration } from '#fairlead/database/migration.ts'

/** The last run of each job. */
export const up: Migration = async (db) => {
  await db.schema
    .createTable('job_runs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text')
    .execute()
}
