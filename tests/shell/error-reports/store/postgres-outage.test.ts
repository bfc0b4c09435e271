import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#app/database/database-errors.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import type { Store } from '#app/error-reports/store/schema.ts'
import { type Postgres, startPostgres } from '#tests/shell/error-reports/postgres.ts'

const POSTGRES_MS = 60_000

describe('a connection to PostgreSQL that breaks', () => {
  let postgres: Postgres
  let store: Store
  const errors: Error[] = []

  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
    store = await openDatabase({ dataDir: '', databaseUrl: await postgres.newDatabase() }, (error) =>
      errors.push(error),
    )
  }, POSTGRES_MS)
  afterAll(async () => {
    await store.db.destroy()
    await postgres.stop()
  }, POSTGRES_MS)

  /** Breaks it between two statements of a transaction, when its client is checked out and waits for nothing. */
  const breakBetweenStatements = (breakIt: (pid: number) => Promise<unknown>) =>
    store.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await breakIt(rows[0]?.pid ?? 0)
      await expect.poll(() => errors.length).toBeGreaterThan(0)
      await sql`select 1`.execute(transaction)
    })

  it('fails only the transaction that is between two statements', async () => {
    errors.length = 0
    const broken = breakBetweenStatements((pid) => sql`select pg_terminate_backend(${pid}::int)`.execute(store.db))
    await expect(broken).rejects.toThrow(/terminat|not queryable/)
    expect(isDatabaseError(errors[0])).toBe(true)
    expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
  })

  it('is replaced once PostgreSQL is back', { timeout: POSTGRES_MS }, async () => {
    errors.length = 0
    await expect(breakBetweenStatements(() => postgres.down())).rejects.toThrow(/terminat|not queryable/)
    await expect(sql`select 1`.execute(store.db)).rejects.toThrow(/ECONNREFUSED|starting up/)
    await postgres.up()
    expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
  })
})
