import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { Filters } from '#fairlead/error-reports/store/problem-filters.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { listProblems } from '#fairlead/error-reports/store/problems.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { errorEnvelope, LOCAL_DSN, randomId, recordFor } from '#tests/fairlead/error-reports/envelopes.ts'
import { DATABASE_MS, newDatabase } from '#tests/harness/test-database.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

export const DAY = 86_400_000
export const NOW = 20_000 * DAY + DAY / 2

type TestError = { type?: string; value?: string; at?: number; more?: object; id?: string }

function testErrorEnvelope({ type = 'TypeError', value = 'x', more = {}, id = randomId() }: TestError): string {
  return errorEnvelope(id, LOCAL_DSN, { exception: { values: [{ type, value }] }, ...more })
}

/** Empties all tables. */
async function empty({ db }: ReportDatabase): Promise<void> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'migrations')
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
}

/** Makes an empty store for each test and returns helpers to fill and read it. */
export function withStore(dialect: ReportDatabase['dialect']) {
  const folder = temporaryFolder()
  let location = { dataDir: '', databaseUrl: undefined as string | undefined }
  let store: ReportDatabase | undefined
  const current = (): ReportDatabase => {
    if (!store) throw new Error('the store is used before the test')
    return store
  }

  afterAll(() => store?.db.destroy(), DATABASE_MS)
  beforeEach(async () => {
    // To make another database takes PostgreSQL longer than most tests.
    if (store?.dialect === 'postgres') return empty(store)
    await store?.db.destroy()
    location = { dataDir: join(folder, randomId()), databaseUrl: await newDatabase(dialect) }
    store = await openDatabase(location)
    // Nothing that is tested here is about a loss of power.
    if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(store.db)
  })
  const reopen = async () => {
    await store?.db.destroy()
    store = await openDatabase(location)
  }

  const insert = (texts: readonly string[], at = NOW, forward = false) =>
    insertEnvelopes(
      current(),
      texts.map((text) => recordFor(text, at)),
      forward,
    )
  const accept = (errors: TestError[], forward = false) =>
    insertEnvelopes(
      current(),
      errors.map((error) => recordFor(testErrorEnvelope(error), error.at ?? NOW)),
      forward,
    )
  const list = (filters: Filters = {}, page = 0, size = 50) =>
    listProblems(current(), filters, { page, size, now: NOW, release: 'two' })
  const messages = async (filters: Filters) => (await list(filters)).problems.map(({ message }) => message)
  return { insert, accept, current, location: () => location, reopen, list, messages }
}
