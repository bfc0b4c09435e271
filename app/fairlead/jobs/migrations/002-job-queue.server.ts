import type { Migration } from '#fairlead/database/migration.ts'

/** What is to be done by queued jobs, and what has failed. */
export const up: Migration = async (db) => {
  await db.schema
    .createTable('job_queue')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('job', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('max_attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('failed_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('digest', 'text')
    .execute()
  await db.schema.createIndex('job_queue_due').on('job_queue').columns(['job', 'failed_at', 'due_at']).execute()
}
