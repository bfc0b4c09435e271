import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/**
 * Adds the text of a problem in which words are searched for, ASCII letters in lower case. PostgreSQL stores it, because
 * it takes most of the time of a search to make; SQLite can only add a column that is made when it is read.
 */
export const addSearchedText: Migration = async (db, dialect) => {
  const text = sql`message || ' ' || kind || ' ' || coalesce(route, '') || ' ' || fingerprint`
  const lower = dialect === 'postgres' ? sql`lower((${text}) collate "C")` : sql`lower(${text})`
  await db.schema
    .alterTable('problems')
    .addColumn('searched', 'text', (column) => {
      const generated = column.generatedAlwaysAs(lower)
      return dialect === 'postgres' ? generated.stored() : generated
    })
    .execute()
}
