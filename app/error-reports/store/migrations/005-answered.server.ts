import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/** Finds the latest responses of the ingest however many envelopes wait for one. */
export const indexAnswered: Migration = async ({ schema }) => {
  await schema
    .createIndex('deliveries_answered')
    .on('deliveries')
    .column('envelope')
    .where(sql.ref('answered_at'), 'is not', null)
    .execute()
}
