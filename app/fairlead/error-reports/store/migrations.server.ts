import { sql } from 'kysely'
import { eventJson } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import { eventTerms } from '#fairlead/error-reports/store/search-index.server.ts'
import type { Migration, MigrationSet } from '#fairlead/database/migration.ts'

/** Envelopes, their delivery, the reports and feedback in them, problems, counters, limits and rate limits. */
const createTables: Migration = async (db, flavour) => {
  const { schema } = db
  const bytes = flavour === 'sqlite' ? sql`blob` : sql`bytea`
  const real = sql`double precision`
  // Only this type makes a primary key of SQLite count up.
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

/** Counts the stored reports by problem, and creates the table of measurements by route. */
const createTallies: Migration = async (db) => {
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

/** Problems whose latest report is indexed, the latest first: enough for a start that nobody waits for. */
const INDEXED_PROBLEMS = 2_000

/** Words that problems are searched by. Of each problem that is stored the latest report is read. */
const createWords: Migration = async (db, flavour) => {
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

  // Frozen code would write other terms than the search looks for, once the terms of an event change.
  const problems = await sql<{ fingerprint: string }>`select fingerprint from problems
    order by last_at desc limit ${INDEXED_PROBLEMS}`.execute(db)
  for (const { fingerprint } of problems.rows) {
    const latest = await sql<{ body: Uint8Array }>`select envelopes.body from reports
      inner join envelopes on envelopes.id = reports.envelope
      where reports.fingerprint = ${fingerprint} order by reports.received_at desc limit 1`.execute(db)
    const raw = latest.rows[0] && eventJson(latest.rows[0].body)
    const terms = raw === undefined ? [] : eventTerms(JSON.parse(raw) as SentryEvent)
    const rows = terms.map((term) => sql`(${fingerprint}, ${term})`)
    if (rows.length > 0) await sql`insert into words (fingerprint, word) values ${sql.join(rows)}`.execute(db)
  }
}

/** Creates the rows of sessions that the server can revoke. */
const createSessions: Migration = async ({ schema }) => {
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

/** Finds the latest responses of the ingest however many envelopes wait for one. */
const indexAnswered: Migration = async ({ schema }) => {
  await schema
    .createIndex('deliveries_answered')
    .on('deliveries')
    .column('envelope')
    .where(sql.ref('answered_at'), 'is not', null)
    .execute()
}

/**
 * Adds the text of a problem in which words are searched for, ASCII letters in lower case. PostgreSQL stores it, because
 * it takes most of the time of a search to make; SQLite can only add a column that is made when it is read.
 */
const addSearchedText: Migration = async (db, dialect) => {
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

/** Adds what the operator has not heard of a problem. */
const addNews: Migration = async ({ schema }) => {
  await schema.alterTable('problems').addColumn('news', 'text').execute()
  await schema
    .createIndex('problems_news')
    .on('problems')
    .column('state_at')
    .where(sql.ref('news'), 'is not', null)
    .execute()
}

/**
 * Stores the type of the navigation with each measurement, and what it waited for, in a new table: until they are
 * restarted, processes of the release before write to the old one by its key. A later migration drops it. Web vitals of
 * all types were counted together before.
 */
const addNavigationTypes: Migration = async (db) => {
  const { schema } = db
  await schema
    .createTable('vitals_by_type')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('metric', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('navigation_type', 'text', (column) => column.notNull())
    .addColumn('found', 'text', (column) => column.notNull())
    .addColumn('waited', 'text', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('vitals_by_type_key', [
      'day',
      'metric',
      'route',
      'navigation_type',
      'found',
      'waited',
      'bucket',
    ])
    .execute()
  await sql`insert into vitals_by_type (day, metric, route, navigation_type, found, waited, bucket, count)
    select day, metric, route, case when metric = 'navigation' then 'soft-navigation' else 'unknown' end,
    found, case when metric = 'navigation' then 'unknown' else '' end, bucket, count from vitals`.execute(db)
  await sql`delete from vitals`.execute(db)
}

const FILE = 'app/fairlead/error-reports/store/migrations.server.ts'

/**
 * The migrations in the order of their numbers. A released one is never changed: append a new one instead. Its steps are
 * written out, so that it still creates the same tables years later.
 */
export const MIGRATIONS: MigrationSet['migrations'] = [
  { file: `${FILE}#001-tables`, up: createTables },
  { file: `${FILE}#002-tallies`, up: createTallies },
  { file: `${FILE}#003-words`, up: createWords },
  { file: `${FILE}#004-sessions`, up: createSessions },
  { file: `${FILE}#005-answered`, up: indexAnswered },
  { file: `${FILE}#006-searched-text`, up: addSearchedText },
  { file: `${FILE}#007-news`, up: addNews },
  { file: `${FILE}#008-navigation-types`, up: addNavigationTypes },
]

/** Returns the set of the store's migrations, or the migrations up to an earlier version. */
export function reportsSet(migrations = MIGRATIONS): MigrationSet {
  return { name: 'error-reports', record: 'versions', migrations }
}
