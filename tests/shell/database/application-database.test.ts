import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApplicationDatabase, createApplicationDatabase } from '#app/database/application-database.server.ts'
import { databaseLocation } from '#app/database/database.server.ts'
import { type Migration, MigrationError, type MigrationSet } from '#app/database/migration.ts'
import { DATABASE_MS, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'

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

  function create(up = createTides, env: Partial<TestPlace['env']> = {}): ApplicationDatabase {
    const { DATA_DIR, DATABASE_URL } = { ...place.env, ...env }
    const location = databaseLocation({ DATA_DIR, DATABASE_URL: DATABASE_URL || undefined })
    const application = createApplicationDatabase(
      location,
      async () => [migrationSet(up)],
      (error) => errors.push(error),
    )
    opened.push(application)
    return application
  }

  beforeEach(async () => {
    errors = []
    place = await testPlace(engine)
  }, DATABASE_MS)
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((application) => application.close()))
    place.remove()
  })

  it('that nobody asked for is healthy, and is not opened', async () => {
    const application = create(createTides, { DATA_DIR: '/proc/none', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' })
    expect(await application.health(0)).toBeUndefined()
    expect(errors).toEqual([])
  })

  it('that only the start opened is not checked', async () => {
    const application = create()
    await application.open()
    await (await application.open()).db.destroy()
    expect(await application.health(LIMIT_MS)).toBeUndefined()
  })

  it('that answers is healthy', async () => {
    const application = create()
    await application.database()
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

  it('opens again after it was closed', async () => {
    const application = create()
    const before = await application.database()
    await application.close()
    const after = await application.database()
    expect(after).not.toBe(before)
    expect(await application.health(LIMIT_MS)).toBeUndefined()
  })

  it('runs migrations that came in the meantime', async () => {
    const application = create(() => Promise.reject(new Error('aground')))
    await expect(application.database()).rejects.toThrow('aground')
    await application.renew(async () => [migrationSet(createTides)])
    await sql`insert into tides (port) values ('Brest')`.execute(await application.database())
    expect(errors).toHaveLength(1)
  })

  it.runIf(engine === 'sqlite').each([
    ['corrupt', 'not a database', (file: string) => writeFileSync(file, 'no database '.repeat(2_000))],
    ['misplaced', 'EISDIR', (file: string) => mkdirSync(file)],
  ] as const)('that is %s says so', async (fault, message, spoil) => {
    spoil(join(place.dataDir, 'app.db'))
    const application = create()
    await expect(application.database()).rejects.toThrow(message)
    expect(await application.health(LIMIT_MS)).toBe(fault)
    expect(errors.length).toBeGreaterThan(0)
  })

  it.runIf(engine === 'postgres')('with a URL that leads nowhere is unavailable, without a detail', async () => {
    const application = create(createTides, { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' })
    await expect(application.database()).rejects.toThrow('ECONNREFUSED')
    expect(await application.health(LIMIT_MS)).toBe('unavailable')
    await expect(application.withLock('moor', async () => 1)).rejects.toThrow('ECONNREFUSED')
  })

  it.runIf(engine === 'postgres')('with an unknown database or password is misplaced', async () => {
    const url = new URL(place.env.DATABASE_URL)
    url.pathname = '/unknown'
    const application = create(createTides, { DATABASE_URL: url.href })
    await expect(application.database()).rejects.toThrow('unknown')
    expect(await application.health(LIMIT_MS)).toBe('misplaced')
  })
})

describe('a PostgreSQL that comes and goes', () => {
  it(
    'is used again when it is back; a lock that was lost aborts its work',
    async () => {
      const postgres = await startPostgres({ fsync: false })
      const url = await postgres.newDatabase()
      const errors: unknown[] = []
      await postgres.down()
      const application = createApplicationDatabase(
        databaseLocation({ DATA_DIR: '/nowhere', DATABASE_URL: url }),
        async () => [migrationSet(createTides)],
        (error) => errors.push(error),
      )
      await expect(application.database()).rejects.toThrow('ECONNREFUSED')

      await postgres.up()
      await sql`insert into tides (port) values ('Brest')`.execute(await application.database())
      const { promise: held, resolve: hold } = Promise.withResolvers<void>()
      const work = application.withLock('moor', async (signal) => {
        hold()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return signal.aborted
      })
      await held
      await postgres.down()
      expect(await work).toBe(true)
      const broken = await application
        .database()
        .then((db) => sql`select 1`.execute(db).catch((error: unknown) => error))
      expect(broken).toBeInstanceOf(Error)

      await postgres.up()
      const { rows } = await sql`select port from tides`.execute(await application.database())
      expect(rows).toEqual([{ port: 'Brest' }])
      expect(await application.withLock('moor', async () => 1)).toBe(1)
      await application.close()
      await postgres.stop()
    },
    DATABASE_MS,
  )
})
