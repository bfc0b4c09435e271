import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/** Adds what the operator has not heard of a problem. */
export const addNews: Migration = async ({ schema }) => {
  await schema.alterTable('problems').addColumn('news', 'text').execute()
  await schema
    .createIndex('problems_news')
    .on('problems')
    .column('state_at')
    .where(sql.ref('news'), 'is not', null)
    .execute()
}
