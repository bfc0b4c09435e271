import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/** Reports counted by problem, from those that are stored; measurements by route. */
export const createTallies: Migration = async (db) => {
  const { schema } = db
  await schema
    .createTable('tallies')
    .addColumn('fingerprint', 'text', (column) =>
      column.notNull().references('problems.fingerprint').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tallies_key', ['fingerprint', 'name', 'value'])
    .execute()
  // Without tabs, which nobody looks for and which are most of them.
  await schema
    .createIndex('tallies_value')
    .on('tallies')
    .columns(['name', 'value', 'fingerprint'])
    .where(sql.ref('name'), '<>', sql.lit('tab'))
    .execute()
  for (const name of ['day', 'tab', 'route', 'release', 'browser']) {
    const value = name === 'day' ? sql`cast(received_at / 86400000 as text)` : sql.ref(name)
    await sql`insert into tallies (fingerprint, name, value, count)
      select fingerprint, ${sql.lit(name)}, ${value}, count(*) from reports
      where ${value} is not null and fingerprint in (select fingerprint from problems)
      group by fingerprint, ${value}`.execute(db)
  }
  await schema.createIndex('problems_last').on('problems').columns(['last_at', 'fingerprint']).execute()
  await schema
    .createIndex('reports_trace')
    .on('reports')
    .column('trace_id')
    .where(sql.ref('trace_id'), 'is not', null)
    .execute()
  await schema
    .createTable('vitals')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('metric', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('found', 'text', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('vitals_key', ['day', 'metric', 'route', 'found', 'bucket'])
    .execute()
}
