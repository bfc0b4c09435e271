import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import type { DatabaseLocation } from '#fairlead/database/connect.server.ts'
import { databaseLocation, readMigrationSets, setApplicationDatabase } from '#fairlead/database/database.server.ts'
import type { MigrationSet } from '#fairlead/database/migration.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { closeAfterFile } from '#tests/harness/close-after-file.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { type Postgres, startPostgres } from '#tests/fairlead/error-reports/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL of a suite, if it has one. */
    postgres?: string
  }
}

/** The engines of the application's database, for `describe.each`. */
export const ENGINES = ['sqlite', 'postgres'] as const

/** An engine of the application's database. */
export type Engine = (typeof ENGINES)[number]

/** Time to start PostgreSQL, for `beforeAll`. */
export const DATABASE_MS = 60_000

/** The PostgreSQL of a test file whose suite has none. */
let own: Promise<Postgres> | undefined

async function runOn(server: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function startOwn(): Promise<Postgres> {
  const postgres = await startPostgres({ fsync: false })
  closeAfterFile(() => {
    own = undefined
    return postgres.stop()
  })
  return postgres
}

/**
 * Creates an empty database, which is deleted after the test file.
 *
 * @returns its URL; `undefined` for SQLite, where a folder is enough
 */
export async function newDatabase(engine: Engine): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined
  const server = inject('postgres')
  if (server === undefined) return (await (own ??= startOwn())).newDatabase()
  const name = `test-${randomUUID()}`
  await runOn(server, [`create database "${name}"`])
  closeAfterFile(() => runOn(server, [`drop database "${name}" with (force)`]))
  return `${server}/${name}`
}

/** An empty place for a database. */
export type TestPlace = {
  dataDir: string
  /** PostgreSQL's address. */
  databaseUrl: string | undefined
  location: DatabaseLocation
  /** The same as variables of the environment. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  remove: () => void
}

/** Makes a temporary folder, and for PostgreSQL an empty database. Both are deleted after the test file. */
export async function testPlace(engine: Engine): Promise<TestPlace> {
  const databaseUrl = await newDatabase(engine)
  const dataDir = temporaryFolder()
  return {
    dataDir,
    databaseUrl,
    location: databaseLocation({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }),
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/**
 * Makes an empty database with all migrations, which `database()` then returns in this process. Call it in `beforeAll`
 * or `beforeEach`, and `remove` after.
 *
 * @param sets the migrations, for tests of migrations
 */
export async function testDatabase(
  engine: Engine = 'sqlite',
  sets?: readonly MigrationSet[],
): Promise<{ db: Kysely<Tables>; place: TestPlace; remove: () => Promise<void> }> {
  const place = await testPlace(engine)
  const readSets = async () => sets ?? (await readMigrationSets())
  const application = createApplicationDatabase(place.location, readSets, () => {})
  setApplicationDatabase(application)
  const { db } = await application.open()
  return {
    db,
    place,
    remove: async () => {
      setApplicationDatabase(undefined)
      await application.close()
      place.remove()
    },
  }
}

/** Makes a `testDatabase` for the tests of a file or of a `describe`. Returns a function that returns it. */
export function withDatabase(engine: Engine = 'sqlite', sets?: readonly MigrationSet[]): () => Kysely<Tables> {
  let test: Awaited<ReturnType<typeof testDatabase>> | undefined
  beforeAll(async () => {
    test = await testDatabase(engine, sets)
  }, DATABASE_MS)
  afterAll(() => test?.remove())
  return () => {
    if (!test) throw new Error('the database is used before the tests')
    return test.db
  }
}
