import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { databaseLocation, readMigrationSets, setApplicationDatabase } from '#fairlead/database/database.server.ts'

/** A place for a database, and a function that deletes it. */
type Place = { dataDir: string; url?: string; remove: () => Promise<void> }

async function newFolder(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'database-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Makes a database on a server of PostgreSQL. `server` is the address of one of its databases. */
async function newPostgres(server: string): Promise<Place> {
  const name = `test-${randomUUID()}`
  const { Client } = await import('pg')
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database "${name}"`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { dataDir: tmpdir(), url, remove: () => run(`drop database "${name}" with (force)`) }
}

/**
 * Gives the tests of a file, or of a `describe`, an empty database with all migrations, which `database()` returns. It is
 * SQLite, or PostgreSQL where the variable `TEST_POSTGRES` is the address of a server on which databases may be made.
 *
 *     withDatabase()
 *
 *     it('keeps a reading', async () => {
 *       await saveTide({ port: 'brest', metres: 7.2, at: 1 })
 *       expect(await readTides('brest')).toHaveLength(1)
 *     })
 */
export function withDatabase(): void {
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const server = process.env.TEST_POSTGRES
    const { dataDir, url, remove } = await (server ? newPostgres(server) : newFolder())
    const location = databaseLocation({ DATA_DIR: dataDir, DATABASE_URL: url })
    const application = createApplicationDatabase(location, readMigrationSets, () => {})
    close = async () => {
      setApplicationDatabase(undefined)
      await application.close()
      await remove()
    }
    setApplicationDatabase(application)
    await application.open()
  })
  afterAll(() => close?.())
}
