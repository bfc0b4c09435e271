import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Database } from '#fairlead/database/connect.server.ts'
import { migrate, readMigrationStatus } from '#fairlead/database/migrate.server.ts'
import { type Migration, MigrationError, type MigrationSet } from '#fairlead/database/migration.ts'
import { DATABASE_MS, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'

/** A time at which migrations ran. */
const NOON = Date.UTC(2026, 10, 22, 12)

const createTides: Migration = async ({ schema }) => {
  await schema
    .createTable('tides')
    .addColumn('port', 'text', (column) => column.primaryKey().notNull())
    .addColumn('centimetres', 'integer', (column) => column.notNull())
    .execute()
}
const addMetres: Migration = async (db) => {
  await db.schema.alterTable('tides').addColumn('metres', 'double precision').execute()
  await sql`update tides set metres = centimetres / 100.0`.execute(db)
}
const dropCentimetres: Migration = async ({ schema }) => {
  await schema.alterTable('tides').dropColumn('centimetres').execute()
}
const STEPS = [createTides, addMetres, dropCentimetres]
const NAMES = ['001-tides', '002-metres', '003-no-centimetres']

function setOf(steps: readonly Migration[], names = NAMES, name = 'database'): MigrationSet {
  const migrations = steps.map((up, index) => ({ file: `app/${name}/migrations/${names[index] ?? ''}.server.ts`, up }))
  return { name, record: 'named', migrations }
}

const broken: Migration = async (db) => {
  await sql`insert into tides (port, centimetres) values ('Brest', 1)`.execute(db)
  await sql`alter table tides add column half integer`.execute(db)
  await sql`create table ports (name text)`.execute(db)
  await sql`insert into nowhere (port)\n values (1)`.execute(db)
}

describe.each(ENGINES)('migrations on %s', (engine) => {
  let place: TestPlace
  const opened: Database<unknown>[] = []

  const open = (): Database<unknown> => {
    const database = connect<unknown>(place.location)
    opened.push(database)
    return database
  }
  const rowsOf = async ({ db }: Database<unknown>) => (await sql`select * from tides order by port`.execute(db)).rows
  const tablesOf = async ({ db }: Database<unknown>) =>
    (await db.introspection.getTables()).filter(({ schema }) => schema !== 'public').map(({ name }) => name)

  beforeEach(async () => {
    place = await testPlace(engine)
  }, DATABASE_MS)
  afterAll(async () => void (await Promise.all(opened.map(({ db }) => db.destroy()))))

  it('make the tables of an empty database, and say which ran when', async () => {
    const database = open()
    const set = setOf(STEPS)
    expect((await readMigrationStatus(database, [set])).map(({ state }) => state)).toEqual(STEPS.map(() => 'pending'))
    expect(await migrate(database, [set], () => NOON)).toEqual(set.migrations.map(({ file }) => file))
    expect(await readMigrationStatus(database, [set])).toEqual(
      set.migrations.map(({ file }) => ({ file, state: 'ran', at: NOON })),
    )
    await sql`insert into tides (port, metres) values ('Brest', 7.25)`.execute(database.db)
    expect(await rowsOf(database)).toEqual([{ port: 'Brest', metres: 7.25 }])
    expect(await migrate(database, [set])).toEqual([])
  })

  it.each([1, 2])('bring a filled database of version %i to this one', async (version) => {
    const database = open()
    await migrate(database, [setOf(STEPS.slice(0, version))])
    await sql`insert into tides (port, centimetres) values ('Brest', 725)`.execute(database.db)
    if (version > 1) await sql`update tides set metres = 7.25`.execute(database.db)
    await migrate(database, [setOf(STEPS)])
    expect(await rowsOf(database)).toEqual([{ port: 'Brest', metres: 7.25 }])
  })

  it('keep a record for each set', async () => {
    const database = open()
    const createPorts: Migration = ({ schema }) => schema.createTable('ports').addColumn('id', 'text').execute()
    const ports = setOf([createPorts], ['001-ports'], 'ports')
    await migrate(database, [setOf([createTides])])
    expect(await migrate(database, [ports, setOf(STEPS)])).toEqual([
      'app/ports/migrations/001-ports.server.ts',
      'app/database/migrations/002-metres.server.ts',
      'app/database/migrations/003-no-centimetres.server.ts',
    ])
    // A set whose folder was removed is left alone.
    expect(await migrate(database, [setOf(STEPS)])).toEqual([])
  })

  /** Articles of people: the folder sorts before that of the table which it refers to. */
  const createPeople: Migration = ({ schema }) =>
    schema
      .createTable('people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute()
  const createArticles: Migration = ({ schema }) =>
    schema
      .createTable('articles')
      .addColumn('author', 'text', (column) => column.references('people.id'))
      .execute()
  const nothing: Migration = async () => {}
  const people = setOf([createPeople, nothing], ['001-people', '002-names'], 'people')
  const articlesAfter = (...after: string[]): MigrationSet => {
    const { migrations, ...set } = setOf([createArticles, nothing], ['001-articles', '002-titles'], 'articles')
    return {
      ...set,
      migrations: migrations.map((migration, index) => (index === 0 ? { ...migration, after } : migration)),
    }
  }
  const filesOf = (...names: string[]) => names.map((name) => `app/${name.replace('/', '/migrations/')}.server.ts`)

  it('run folder by folder, but after those that they name', async () => {
    const database = open()
    const sets = [articlesAfter('people/001-people'), people, setOf([createTides])]
    const order = filesOf(
      'people/001-people',
      'articles/001-articles',
      'articles/002-titles',
      'people/002-names',
      'database/001-tides',
    )
    expect((await readMigrationStatus(database, sets)).map(({ file }) => file)).toEqual(order)
    expect(await migrate(database, sets)).toEqual(order)
  })

  it('refuse a table that refers to one of a later migration, and keep nothing of it', async () => {
    const database = open()
    await expect(migrate(database, [articlesAfter(), people])).rejects.toThrow(
      engine === 'sqlite'
        ? 'app/articles/migrations/001-articles.server.ts: articles refers to people, which no migration before it has made; name that one in after; the database was left as it was'
        : 'app/articles/migrations/001-articles.server.ts: relation "people" does not exist; the database was left as it was',
    )
    expect(await tablesOf(database)).toEqual([])
  })

  it('of a folder that is new run at the next start, wherever it sorts, and those that have run stay', async () => {
    const database = open()
    await migrate(database, [people])
    const sets = [articlesAfter(), people]
    expect(await migrate(database, sets)).toEqual(filesOf('articles/001-articles', 'articles/002-titles'))
    expect((await readMigrationStatus(database, sets)).map(({ state }) => state)).toEqual(Array(4).fill('ran'))
    expect(await migrate(database, [articlesAfter('people/002-names'), people])).toEqual([])
  })

  it('leave the data as it was when one fails, and name its file and fault in one line', async () => {
    const database = open()
    await migrate(database, [setOf([createTides])])
    await sql`insert into tides (port, centimetres) values ('Dover', 620)`.execute(database.db)
    const failing = setOf([createTides, addMetres, broken])

    const error = await migrate(database, [failing]).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MigrationError)
    expect((error as MigrationError).message).toMatch(
      /^app\/database\/migrations\/003-no-centimetres\.server\.ts: .*nowhere.*; the database was left as it was$/,
    )

    expect(await rowsOf(database)).toEqual([{ port: 'Dover', centimetres: 620 }])
    expect((await tablesOf(database)).toSorted()).toEqual(['migrations', 'tides'])
    const states = (await readMigrationStatus(database, [failing])).map(({ state }) => state)
    expect(states).toEqual(['ran', 'pending', 'pending'])
    // Mended, it runs.
    await migrate(database, [setOf(STEPS)])
    expect(await rowsOf(database)).toEqual([{ port: 'Dover', metres: 6.2 }])
  })

  it('refuse a database of a newer version', async () => {
    const database = open()
    await migrate(database, [setOf(STEPS)])
    const fault =
      'app/database/migrations/003-no-centimetres.server.ts is missing: the database is of version 3; this application knows versions up to 2'
    await expect(migrate(database, [setOf(STEPS.slice(0, 2))])).rejects.toThrow(fault)
    await expect(readMigrationStatus(database, [setOf(STEPS.slice(0, 2))])).rejects.toThrow(fault)
  })

  it('refuse other migrations than those that have run', async () => {
    const database = open()
    await migrate(database, [setOf(STEPS.slice(0, 2))])
    await expect(migrate(database, [setOf(STEPS, ['001-tides', '002-ports', '003-metres'])])).rejects.toThrow(
      'app/database/migrations/002-ports.server.ts: the database has run 002-metres with this number',
    )
  })

  it('run once when several processes begin at once', async () => {
    const ran = await Promise.all([open(), open(), open()].map((database) => migrate(database, [setOf(STEPS)])))
    expect(ran.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 0, 3])
  })

  it('have no limit of time', async () => {
    const read = engine === 'postgres' ? sql`show statement_timeout` : sql`pragma busy_timeout`
    const limits: unknown[] = []
    const database = open()
    const note: Migration = async (db) => void limits.push(...(await read.execute(db)).rows)
    await migrate(database, [setOf([note], ['001-limits'])])
    limits.push(...(await read.execute(database.db)).rows)
    const ofPostgres = [{ statement_timeout: '0' }, { statement_timeout: '15s' }]
    expect(limits).toEqual(engine === 'postgres' ? ofPostgres : [{ timeout: 0 }, { timeout: 10_000 }])
  })
})
