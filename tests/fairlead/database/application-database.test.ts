import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ApplicationDatabase, createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { isDatabaseError } from '#fairlead/database/database-errors.ts'
import { type Migration, MigrationError, type MigrationSet } from '#fairlead/database/migration.ts'
import { DATABASE_MS, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { SPOILED } from '#tests/fairlead/database/spoiled-files.ts'

const LIMIT_MS = 5_000

const migrationSet = (up: Migration): MigrationSet => ({
  name: 'database',
  record: 'named',
  migrations: [{ file: 'app/database/migrations/001-tides.server.ts', up }],
})
const createTides: Migration = ({ schema }) => schema.createTable('tides').addColumn('port', 'text').execute()

describe.each(ENGINES)('a database on %s', (engine) => {
  let place: TestPlace
  let errors: unknown[]
  const opened: ApplicationDatabase[] = []

  function create(up = createTides, location: Partial<TestPlace['location']> = {}): ApplicationDatabase {
    const readSets = async () => [migrationSet(up)]
    const onError = (error: unknown) => void errors.push(error)
    const application = createApplicationDatabase({ ...place.location, ...location }, readSets, onError)
    opened.push(application)
    return application
  }

  beforeEach(async () => {
    errors = []
    place = await testPlace(engine)
  }, DATABASE_MS)
  afterEach(async () => void (await Promise.all(opened.splice(0).map((application) => application.close()))))

  it('that nobody asked for is healthy, and is not opened', async () => {
    const application = create(createTides, { file: '/proc/none/app.db' })
    expect(await application.health(0)).toBeUndefined()
    expect(errors).toEqual([])
  })

  it('that only the start opened is not checked', async () => {
    const application = create()
    await (await application.open()).db.destroy()
    expect(await application.health(LIMIT_MS)).toBeUndefined()
  })

  it('that does not answer in time is unavailable', async () => {
    const application = create()
    await application.transaction(async (db) => {
      // All connections are in use: one of SQLite, eight of PostgreSQL.
      const { promise, resolve } = Promise.withResolvers<void>()
      const others = Array.from({ length: 8 }, async () =>
        (await application.open()).db.connection().execute(async () => promise),
      )
      await sql`select 1`.execute(db)
      expect(await application.health(20)).toBe('unavailable')
      resolve()
      // On SQLite they wait for this transaction.
      void Promise.allSettled(others)
    })
  })

  it('whose migration fails rejects every query with its file, and does not run it again', async () => {
    let runs = 0
    const application = create(async () => {
      runs += 1
      throw new Error('aground')
    })
    await expect(application.database()).rejects.toThrow('001-tides.server.ts: aground')
    await expect(application.transaction(async () => 1)).rejects.toBeInstanceOf(MigrationError)
    expect(runs).toBe(1)
    expect(errors).toHaveLength(1)
    expect(await application.health(LIMIT_MS)).toBe('not-migrated')
  })

  it('is healthy while it answers, and opens again after it was closed', async () => {
    const application = create()
    const before = await application.database()
    expect(await application.health(LIMIT_MS)).toBeUndefined()
    await application.close()
    expect(await application.database()).not.toBe(before)
    expect(await application.health(LIMIT_MS)).toBeUndefined()
  })

  it('runs migrations that came in the meantime', async () => {
    const application = create(() => Promise.reject(new Error('aground')))
    await expect(application.database()).rejects.toThrow('aground')
    await application.renew(async () => [migrationSet(createTides)])
    await sql`insert into tides (port) values ('Brest')`.execute(await application.database())
    expect(errors).toHaveLength(1)
  })

  it.runIf(engine === 'sqlite').each(SPOILED)('that is %s says so', async (fault, spoil) => {
    spoil(place.location.file)
    const application = create()
    await expect(application.database()).rejects.toThrow(/not a database|EISDIR/)
    expect(await application.health(LIMIT_MS)).toBe(fault)
    expect(errors.length).toBeGreaterThan(0)
  })

  it.runIf(engine === 'postgres')('with a URL that leads nowhere is unavailable, without a detail', async () => {
    const application = create(createTides, { url: 'postgres://user:secret@127.0.0.1:1/none' })
    await expect(application.database()).rejects.toThrow('ECONNREFUSED')
    expect(await application.health(LIMIT_MS)).toBe('unavailable')
    await expect(application.withLock('moor', async () => 1)).rejects.toThrow('ECONNREFUSED')
  })

  it.runIf(engine === 'postgres')('with an unknown database or password is misplaced', async () => {
    const url = new URL(place.databaseUrl ?? '')
    url.pathname = '/unknown'
    const application = create(createTides, { url: url.href })
    await expect(application.database()).rejects.toThrow('unknown')
    expect(await application.health(LIMIT_MS)).toBe('misplaced')
  })

  it.runIf(engine === 'postgres')('whose connection breaks between two statements fails that transaction', async () => {
    const application = create()
    const db = await application.database()
    const broken = application.transaction(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db)
      // Its client is checked out and waits for nothing.
      await expect.poll(() => errors).not.toEqual([])
      await sql`select 1`.execute(transaction)
    })
    await expect(broken).rejects.toThrow(/terminat|not queryable/)
    expect(isDatabaseError(errors[0])).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})

it('a PostgreSQL that comes and goes is used again when it is back; a lock that was lost aborts its work', async () => {
  const postgres = await startPostgres({ fsync: false })
  onTestFinished(() => postgres.stop())
  const location = { file: '', url: await postgres.newDatabase() }
  await postgres.down()
  const application = createApplicationDatabase(
    location,
    async () => [migrationSet(createTides)],
    () => {},
  )
  onTestFinished(application.close)
  await expect(application.database()).rejects.toThrow('ECONNREFUSED')

  await postgres.up()
  await sql`insert into tides (port) values ('Brest')`.execute(await application.database())
  const held = Promise.withResolvers<void>()
  const work = application.withLock('moor', async (signal) => {
    held.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return signal.aborted
  })
  await held.promise
  await postgres.down()
  expect(await work).toBe(true)
  await expect(sql`select 1`.execute(await application.database())).rejects.toThrow(/ECONNREFUSED|terminat/)

  await postgres.up()
  const { rows } = await sql`select port from tides`.execute(await application.database())
  expect(rows).toEqual([{ port: 'Brest' }])
  expect(await application.withLock('moor', async () => 1)).toBe(1)
})
