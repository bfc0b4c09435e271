import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll } from 'vitest'
import { createApplicationDatabase } from '#app/database/application-database.server.ts'
import { databaseLocation, readMigrationSets, setApplicationDatabase } from '#app/database/database.server.ts'
import type { MigrationSet } from '#app/database/migration.ts'
import type { Tables } from '#app/database/tables.ts'
import { type Postgres, startPostgres } from '#tests/shell/error-reports/postgres.ts'

/** The engines of the application's database, for `describe.each`. */
export const ENGINES = ['sqlite', 'postgres'] as const

/** An engine of the application's database. */
export type Engine = (typeof ENGINES)[number]

/** Time to start PostgreSQL, for `beforeAll`. */
export const DATABASE_MS = 60_000

/** One PostgreSQL for the databases of a test file. */
let postgres: Promise<Postgres> | undefined

afterAll(async () => {
  await (await postgres)?.stop()
  postgres = undefined
}, DATABASE_MS)

/** An empty place for a database. */
export type TestPlace = {
  dataDir: string
  /** Of PostgreSQL. */
  databaseUrl: string | undefined
  /** The same as variables of the environment. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  remove: () => void
}

/** Makes a temporary folder, and for PostgreSQL an empty database. */
export async function testPlace(engine: Engine): Promise<TestPlace> {
  if (engine === 'postgres') postgres ??= startPostgres({ fsync: false })
  const databaseUrl = engine === 'postgres' ? await (await postgres)?.newDatabase() : undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-database-'))
  return {
    dataDir,
    databaseUrl,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/**
 * Makes an empty database with all migrations, and the one that `database()` returns in this process: call it in
 * `beforeAll` or `beforeEach`, and `remove` after.
 *
 * @param sets the migrations, for tests of migrations
 */
export async function testDatabase(
  engine: Engine = 'sqlite',
  sets?: readonly MigrationSet[],
): Promise<{ db: Kysely<Tables>; place: TestPlace; remove: () => Promise<void> }> {
  const place = await testPlace(engine)
  const location = databaseLocation({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl })
  const application = createApplicationDatabase(
    location,
    async () => sets ?? (await readMigrationSets()),
    () => {},
  )
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
