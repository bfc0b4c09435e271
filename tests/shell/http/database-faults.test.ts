import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Client } from 'pg'
import { SESSIONS } from '#app/sessions/session.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server } from '#tests/harness/start-server.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { SPOILED } from '#tests/shell/database/spoiled-files.ts'
import { startForTest } from '#tests/harness/with-server.ts'
import { postgresForTest } from '#tests/harness/test-database.ts'

async function health({ origin }: Server): Promise<[status: number, text: string]> {
  const { status, text } = await ask('/healthz', { origin })
  return [status, text]
}

const HEALTHY = [200, 'ok\n']

/** Returns the status of a page that reads the database: it looks a session up. */
async function readSession({ origin }: Server): Promise<number> {
  const headers = { cookie: `${SESSIONS.cookie}=${'a'.repeat(43)}`, accept: 'text/html' }
  return (await ask('/account', { origin, headers })).status
}

describe.each(SPOILED)("an application's SQLite file that is %s", (fault, spoil) => {
  it('is named by /healthz with 503 once it is used, until it is mended; other pages go on', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'app.db')
    spoil(file)
    const running = await startForTest({ env: { DATA_DIR: dataDir } })
    expect(await health(running)).toEqual(HEALTHY)
    expect(await readSession(running)).toBe(503)
    expect(await health(running)).toEqual([503, `the application's database is ${fault}\n`])
    expect((await ask('/', { origin: running.origin })).status).toBe(200)
    rmSync(file, { recursive: true })
    expect(await health(running)).toEqual(HEALTHY)
    expect(await readSession(running)).toBe(307)
  })
})

it('a PostgreSQL that hangs is answered by 503 until it goes on', { timeout: 180_000 }, async () => {
  const postgres = await postgresForTest()
  const running = await startForTest({ env: { DATABASE_URL: await postgres.newDatabase() } })
  const send = async (): Promise<[status: number, retryAfter: string | null]> => {
    const response = await fetch(`${running.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
    await response.arrayBuffer()
    return [response.status, response.headers.get('retry-after')]
  }
  await expect.poll(send).toEqual([200, null])
  expect(await readSession(running)).toBe(307)
  postgres.freeze()
  const answers = [send(), send(), readSession(running)]
  expect(await Promise.all(answers)).toEqual([[503, '5'], [503, '5'], 503])
  expect((await health(running))[0]).toBe(503)
  postgres.thaw()
  await expect.poll(send, { timeout: 60_000 }).toEqual([200, null])
  await expect.poll(() => readSession(running), { timeout: 60_000 }).toBe(307)
  await expect.poll(() => health(running), { timeout: 10_000 }).toEqual(HEALTHY)
})

it('a report that PostgreSQL refuses for want of a privilege is kept by its sender', { timeout: 120_000 }, async () => {
  const postgres = await postgresForTest()
  const databaseUrl = await postgres.newDatabase()
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query("create role clerk login password 'clerk'; grant all on schema public to clerk")
  const url = new URL(databaseUrl)
  url.username = 'clerk'
  url.password = 'clerk'
  await owner.query(`grant create on database ${url.pathname.slice(1)} to clerk`)
  const running = await startForTest({ env: { DATABASE_URL: url.href } })
  const send = (body: string) => fetch(`${running.origin}/monitoring`, { method: 'POST', body })
  await expect.poll(async () => (await send(errorEnvelope())).status).toBe(200)
  await owner.query('alter table envelopes owner to fairlead')
  const body = errorEnvelope()
  const refused = await send(body)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await health(running))[1]).toContain('the store of reports is read-only')
  await owner.query('alter table envelopes owner to clerk')
  expect((await send(body)).status).toBe(200)
  expect((await owner.query('select id from reports')).rows).toHaveLength(2)
})

it('a PostgreSQL that is stopped is named by /healthz with 503 until it is back', { timeout: 120_000 }, async () => {
  const postgres = await postgresForTest()
  const running = await startForTest({ env: { DATABASE_URL: await postgres.newDatabase() } })
  expect(await readSession(running)).toBe(307)
  expect(await health(running)).toEqual(HEALTHY)
  await postgres.down()
  expect(await health(running)).toEqual([503, "the application's database is unavailable\n"])
  await postgres.up()
  await expect.poll(async () => (await health(running))[0]).toBe(200)
})
