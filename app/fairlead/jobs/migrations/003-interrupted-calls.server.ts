import type { Migration } from '#fairlead/database/migration.ts'

/** Which calls are under way, so that one whose process has ended is known. */
export const up: Migration = async (db) => {
  await db.schema.alterTable('job_queue').addColumn('run', 'text').execute()
  await db.schema
    .alterTable('job_queue')
    .addColumn('interrupted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
