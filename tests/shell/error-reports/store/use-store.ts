import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'
import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { listProblems } from '#app/error-reports/store/problems.server.ts'
import type { Store } from '#app/error-reports/store/schema.ts'
import { errorEnvelope, LOCAL_DSN, randomId, recordFor } from '#tests/shell/error-reports/envelopes.ts'
import { DATABASE_MS, newDatabase } from '#tests/harness/test-database.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

export const DAY = 86_400_000
export const NOW = 20_000 * DAY + DAY / 2

type TestError = { type?: string; value?: string; at?: number; more?: object; id?: string }

function testErrorEnvelope({ type = 'TypeError', value = 'x', more = {}, id = randomId() }: TestError): string {
  return errorEnvelope(id, LOCAL_DSN, { exception: { values: [{ type, value }] }, ...more })
}

/** Opens an empty store for each test and returns helpers to fill and read it. */
export function useStore(dialect: Store['dialect']) {
  const folder = temporaryFolder()
  let location = { dataDir: '', databaseUrl: undefined as string | undefined }
  let store: Store

  afterAll(async () => {
    await (store as Store | undefined)?.db.destroy()
  }, DATABASE_MS)
  beforeEach(async () => {
    await (store as Store | undefined)?.db.destroy()
    location = { dataDir: join(folder, randomId()), databaseUrl: await newDatabase(dialect) }
    store = await openDatabase(location)
  })
  const reopen = async () => {
    await store.db.destroy()
    store = await openDatabase(location)
  }

  const accept = (errors: TestError[], forward = false) =>
    insertEnvelopes(
      store,
      errors.map((error) => recordFor(testErrorEnvelope(error), error.at ?? NOW)),
      forward,
    )
  const list = (filters: Filters = {}, page = 0, size = 50) =>
    listProblems(store, filters, { page, size, now: NOW, release: 'two' })
  const messages = async (filters: Filters) => (await list(filters)).problems.map(({ message }) => message)
  return { accept, current: () => store, location: () => location, reopen, list, messages }
}
