import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '#fairlead/database/connect.server.ts'
import { migrate } from '#fairlead/database/migrate.server.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { listUndelivered } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { getReport } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { MIGRATIONS, reportsSet } from '#fairlead/error-reports/store/migrations.server.ts'
import { storeLocation } from '#fairlead/error-reports/store/open-database.server.ts'
import { listProblems } from '#fairlead/error-reports/store/problems.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { errorEnvelope, recordFor } from '#tests/fairlead/error-reports/envelopes.ts'
import { DATABASE_MS, ENGINES, newDatabase } from '#tests/harness/test-database.ts'
import {
  DERIVED_ROWS,
  withVitalsByType,
  EVENT,
  NOON,
  STORED_ROWS,
  type StoredRows,
} from '#tests/fairlead/error-reports/store/stored-rows.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const LATEST = MIGRATIONS.length
const VERSIONS = MIGRATIONS.map((_, index) => index + 1)

function migrateStore(store: ReportDatabase, migrations = MIGRATIONS): Promise<string[]> {
  return migrate(store as unknown as Database<unknown>, [reportsSet(migrations)])
}

/** The whole schema as text, tables and indexes in the order of their names. */
async function schemaOf({ db, dialect }: ReportDatabase): Promise<string> {
  const lines =
    dialect === 'sqlite'
      ? sql<{ line: string }>`select sql as line from sqlite_master where sql is not null
          order by tbl_name, type desc, name`
      : sql<{ line: string }>`
          select concat_ws(' ', table_name || '.' || column_name, data_type, collation_name, column_default,
            case is_nullable when 'NO' then 'not null' end) as line, table_name::text collate "C" as part, 1 as kind, ordinal_position as place
          from information_schema.columns where table_schema = 'public'
          union all
          select concat_ws(' ', conname, pg_get_constraintdef(oid)), conrelid::regclass::text collate "C", 2,
            row_number() over (order by conname)
          from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
          union all
          select indexdef, tablename::text collate "C", 3, row_number() over (order by indexname)
          from pg_indexes where schemaname = 'public'
          order by part, kind, place`
  const { rows } = await lines.execute(db)
  return rows.map(({ line }) => line).join('\n')
}

async function tablesOf({ db }: ReportDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => name !== 'migrations')
}

async function insertRows({ db }: ReportDatabase, stored: StoredRows): Promise<void> {
  for (const [table, rows] of Object.entries(stored)) {
    for (const row of rows) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
    }
  }
}

/** Every table's rows, of the columns that were inserted; ids of envelopes are left to the database. */
async function readRows({ db }: ReportDatabase, like: StoredRows): Promise<StoredRows> {
  const tables = Object.entries(like).map(async ([table, inserted]) => {
    const columns = Object.keys(inserted[0] ?? {})
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<Record<string, string>>`select ${names} from ${sql.table(table)}`.execute(db)
    const read = rows.map((row) => ({ ...row, ...(row.body === undefined ? {} : { body: Buffer.from(row.body) }) }))
    return [table, sorted(read)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

function sorted<Row>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

describe('migrations', () => {
  it('are frozen: they use nothing of the application but what reads an event for the search', () => {
    const source = readFileSync(join(root, 'app/fairlead/error-reports/store/migrations.server.ts'), 'utf8')
    const imports = [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from]) => from)
    const allowed = [
      'kysely',
      '#fairlead/database/migration.ts',
      '#fairlead/error-reports/envelope/parse-envelope.ts',
      '#fairlead/error-reports/envelope/validate-items.ts',
      '#fairlead/error-reports/store/search-index.server.ts',
    ]
    expect(new Set(imports)).toEqual(new Set(allowed))
  })

  it('have test rows of every version', () => {
    expect(STORED_ROWS.length).toBe(LATEST)
  })
})

describe.each(ENGINES)('migrations on %s', (flavour) => {
  const folder = temporaryFolder()
  const stores: ReportDatabase[] = []

  afterAll(async () => {
    await Promise.all(stores.map(({ db }) => db.destroy()))
  }, DATABASE_MS)

  async function storeOf(version: number): Promise<ReportDatabase> {
    const location = { dataDir: join(folder, String(stores.length)), databaseUrl: await newDatabase(flavour) }
    const store: ReportDatabase = connect(storeLocation(location))
    stores.push(store)
    await migrateStore(store, MIGRATIONS.slice(0, version))
    return store
  }

  let latestSchema: Promise<string> | undefined
  const schemaOfLatest = () => (latestSchema ??= storeOf(LATEST).then(schemaOf))

  it('create the schema that each version was released with, and refuse a database of a newer version', async () => {
    const store = await storeOf(0)
    let before: string[] = []
    const changes: string[] = []
    for (const version of VERSIONS) {
      await migrateStore(store, MIGRATIONS.slice(0, version))
      const lines = (await schemaOf(store)).split('\n')
      const removed = before.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)
      const added = lines.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
      changes.push(`version ${version}`, ...removed, ...added)
      before = lines
    }
    const file = join(root, `tests/fairlead/error-reports/store/schemas/${flavour}.txt`)
    await expect(`${changes.join('\n')}\n`).toMatchFileSnapshot(file)
    expect(before.join('\n')).toBe(await schemaOfLatest())
    const fault = `the database is of version ${LATEST}; this application knows versions up to 1`
    await expect(migrateStore(store, MIGRATIONS.slice(0, 1))).rejects.toThrow(fault)
  })

  it('keep the measurements of before: navigations were soft, and the type of the others is not known', async () => {
    const store = await storeOf(7)
    const vital = { day: 20_000, metric: 'lcp', route: '/lab', found: '', bucket: 12, count: 5 }
    const navigation = { ...vital, metric: 'navigation', found: 'fresh' }
    await insertRows(store, { vitals: [vital, navigation] })

    await migrateStore(store)

    const vitals = [
      { ...navigation, navigation_type: 'soft-navigation', waited: 'unknown' },
      { ...vital, navigation_type: 'unknown', waited: '' },
    ]
    expect(await readRows(store, { vitals_by_type: vitals })).toEqual({ vitals_by_type: sorted(vitals) })
    // Processes of the release before go on until they are restarted.
    const again = sql`insert into vitals (day, metric, route, found, bucket, count) values (20000, 'lcp', '/lab', '', 12, 5)
      on conflict (day, metric, route, found, bucket) do update set count = vitals.count + excluded.count`
    await again.execute(store.db)
    await again.execute(store.db)
    expect(await readRows(store, { vitals: [vital] })).toEqual({ vitals: [{ ...vital, count: 10 }] })
  })

  it.each(VERSIONS)('upgrade a filled database of version %i', async (version) => {
    const store = await storeOf(version)
    const stored = STORED_ROWS[version - 1] ?? {}
    expect(Object.keys(stored).toSorted()).toEqual((await tablesOf(store)).toSorted())
    await insertRows(store, stored)

    await migrateStore(store)

    expect(await schemaOf(store)).toBe(await schemaOfLatest())
    // Nothing is lost, and what later versions made of it is what they would have written themselves.
    const expected = { ...DERIVED_ROWS, ...withVitalsByType(stored) }
    expect(await readRows(store, expected)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([table, rows]) => [table, sorted(rows)])),
    )

    const list = async (q: string) => {
      const page = { page: 0, size: 9, now: NOON, release: 'two' }
      const { problems } = await listProblems(store, { q, state: 'all' }, page)
      return problems.map(({ message, count }) => [message, count])
    }
    for (const q of ['anchor', 'tide', 'moorings']) expect(await list(q), q).toEqual([['the anchor dragged 錨', 7]])
    expect((await getReport(store, 'K7QX2M9RTB'))?.event).toEqual(EVENT)
    expect((await listUndelivered(store, 9)).map(({ envelope, attempts }) => [envelope, attempts])).toEqual([[2, 3]])

    const more = { exception: { values: [{ type: 'RangeError', value: 'new' }] } }
    expect(await insertEnvelopes(store, [recordFor(errorEnvelope(undefined, undefined, more), NOON)], true)).toBe(1)
    expect(await list('rangeerror')).toEqual([['new', 1]])
  })
})
