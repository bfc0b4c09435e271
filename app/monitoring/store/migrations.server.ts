import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#app/monitoring/store/schema.ts'
import { indexLatest } from '#app/monitoring/store/words-of-before.server.ts'
import { TALLIED } from '#app/monitoring/store/tallies.ts'

/** Which database it is, for the few words in which they differ. */
export type Flavour = 'sqlite' | 'postgres'

/** Any number nobody else uses: what processes that migrate the same PostgreSQL wait for. */
const LOCK = 4_071_990_123

type Migration = (db: Transaction<Database>, flavour: Flavour) => Promise<void>

/** One entry a change. An entry that was released is never edited: a new one is added under it. */
const MIGRATIONS: readonly Migration[] = [
  async (db, flavour) => {
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
  },
  async (db) => {
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
    for (const name of TALLIED) {
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
  },
  async (db, flavour) => {
    // Compared by code points, as SQLite does: words are sought by how they begin.
    const text = flavour === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('words')
      .addColumn('fingerprint', 'text', (column) =>
        column.notNull().references('problems.fingerprint').onDelete('cascade'),
      )
      .addColumn('word', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('words_key', ['fingerprint', 'word'])
      .execute()
    await db.schema.createIndex('words_word').on('words').columns(['word', 'fingerprint']).execute()
    await indexLatest(db, flavour)
  },
]

/**
 * Brings the tables to this version, all of it or nothing. Any number of processes may call it at once: they wait for
 * each other.
 *
 * @throws Error when the database was made by a newer version of the application
 */
export async function migrate(db: Kysely<Database>, flavour: Flavour): Promise<void> {
  // On SQLite a transaction is exclusive from its beginning (see the dialect).
  await db.transaction().execute(async (transaction) => {
    if (flavour === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (version integer primary key)`.execute(transaction)
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(
      transaction,
    )
    const version = rows[0]?.version ?? 0
    if (version > MIGRATIONS.length) {
      throw new Error(
        `the database is of version ${version}; this application knows versions up to ${MIGRATIONS.length}`,
      )
    }
    for (const [index, run] of MIGRATIONS.slice(version).entries()) {
      await run(transaction, flavour)
      await sql`insert into migrations (version) values (${version + index + 1})`.execute(transaction)
    }
  })
}
