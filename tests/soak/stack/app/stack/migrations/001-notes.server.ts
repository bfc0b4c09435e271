import type { Migration } from 'fairlead/database.server'

export const up: Migration = async ({ schema }) => {
  await schema
    .createTable('stack_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('parent', 'text')
    .execute()
}
