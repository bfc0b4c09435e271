import type { Migration } from 'fairlead/database.server'

export const up: Migration = async ({ schema }) => {
  await schema
    .createTable('log_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
}
