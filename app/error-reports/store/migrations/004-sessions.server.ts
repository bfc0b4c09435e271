import type { Migration } from '#app/database/migration.ts'

/** Creates the rows of sessions that the server can revoke. */
export const createSessions: Migration = async ({ schema }) => {
  await schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_subject').on('sessions').column('subject').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
}
