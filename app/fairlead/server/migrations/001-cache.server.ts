import type { Migration } from '#fairlead/database/migration.ts'

/** Pages and data with a TTL, the invalidations of their tags, and SQLite's locks. */
export const up: Migration = async ({ schema }, dialect) => {
  await schema
    .createTable('cache_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('variants_of', 'text', (column) => column.notNull())
    .addColumn('rendered_at', 'bigint', (column) => column.notNull())
    .addColumn('fresh_until', 'bigint', (column) => column.notNull())
    .addColumn('stale_until', 'bigint', (column) => column.notNull())
    .addColumn('retry_at', 'bigint', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('body', dialect === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('cache_entries_by_end').on('cache_entries').column('stale_until').execute()
  await schema.createIndex('cache_entries_by_group').on('cache_entries').column('variants_of').execute()
  await schema
    .createTable('cache_invalidations')
    .addColumn('tag', 'text', (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('invalidated_by', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('cache_invalidations_by_number').on('cache_invalidations').column('number').execute()
  await schema
    .createTable('cache_locks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}
