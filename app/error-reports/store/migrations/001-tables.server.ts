import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/** Envelopes, their delivery, the reports and feedback in them, problems, counters, limits and rate limits. */
export const createTables: Migration = async (db, flavour) => {
  const { schema } = db
  const bytes = flavour === 'sqlite' ? sql`blob` : sql`bytea`
  const real = sql`double precision`
  // In SQLite only this very type makes a primary key that counts by itself.
  await schema
    .createTable('envelopes')
    .addColumn('id', flavour === 'sqlite' ? 'integer' : 'bigserial', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('header', 'text', (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('origin', 'text')
    .execute()
  // Retention reads this index alone.
  await schema.createIndex('envelopes_kind').on('envelopes').columns(['kind', 'received_at', 'size']).execute()
  await schema
    .createIndex('envelopes_trace')
    .on('envelopes')
    .column('trace_id')
    // An error's trace is in its report.
    .where(sql.ref('kind'), 'in', [sql.lit('span'), sql.lit('transaction')])
    .execute()

  await schema
    .createTable('deliveries')
    .addColumn('envelope', 'bigint', (column) =>
      column.primaryKey().references('envelopes.id').onDelete('cascade').notNull(),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('categories', 'text', (column) => column.notNull())
    .addColumn('taken', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('reason', 'text')
    .execute()
  // Without what is done, which is nearly all.
  await schema
    .createIndex('deliveries_open')
    .on('deliveries')
    .columns(['state', 'envelope', 'next_at'])
    .where(sql.ref('state'), '<>', sql.lit('done'))
    .execute()

  await schema
    .createTable('reports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('envelope', 'bigint', (column) => column.notNull().references('envelopes.id').onDelete('cascade'))
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('digest', 'text')
    .addColumn('route', 'text')
    .addColumn('release', 'text')
    .addColumn('environment', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('browser', 'text')
    .addColumn('locale', 'text')
    .addColumn('tab', 'text')
    .execute()
  await schema.createIndex('reports_envelope').on('reports').column('envelope').execute()
  await schema.createIndex('reports_problem').on('reports').columns(['fingerprint', 'received_at']).execute()
  await schema.createIndex('reports_time').on('reports').column('received_at').execute()
  await schema
    .createIndex('reports_digest')
    .on('reports')
    .column('digest')
    .where(sql.ref('digest'), 'is not', null)
    .execute()

  await schema
    .createTable('problems')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey().notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('route', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_at', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('first_release', 'text')
    .addColumn('last_release', 'text')
    .execute()
  await schema.createIndex('problems_state').on('problems').columns(['state', 'last_at']).execute()

  await schema
    .createTable('feedback')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('envelope', 'bigint', (column) => column.references('envelopes.id').onDelete('cascade'))
    .addColumn('report', 'text')
    .addColumn('digest', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('feedback_envelope').on('feedback').column('envelope').execute()
  await schema.createIndex('feedback_report').on('feedback').column('report').execute()
  await schema.createIndex('feedback_digest').on('feedback').column('digest').execute()

  await schema
    .createTable('counters')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('counters_key', ['day', 'name', 'label'])
    .execute()
  await schema
    .createTable('limits')
    .addColumn('category', 'text', (column) => column.primaryKey().notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('buckets')
    .addColumn('client', 'text', (column) => column.primaryKey().notNull())
    .addColumn('tokens', real, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}
