import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { type Postgres, startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { SPOILED } from '#tests/fairlead/database/spoiled-files.ts'
import { DATABASE_MS } from '#tests/harness/test-database.ts'
import { startForTest } from '#tests/harness/with-server.ts'

describe.each(SPOILED)('a store that is %s', (fault, spoil) => {
  it('is named by /healthz and the log, and pages go on', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'reports.db')
    spoil(file)
    const running = await startForTest({ env: { DATA_DIR: dataDir } })
    const health = () => fetch(`${running.origin}/healthz`)
    await expect.poll(async () => (await health()).text()).toContain(`degraded: `)
    expect((await health()).status).toBe(200)
    expect((await fetch(`${running.origin}/`)).status).toBe(200)
    const sent = await fetch(`${running.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
    expect(sent.status).toBe(503)
    const lines = running.log.filter((line) => line.includes(`"fault":"${fault}"`))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(file)
    expect(running.log.filter((line) => /"msg":"failed"|not stored/.test(line))).toEqual([])
  })
})

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: false })
}, DATABASE_MS)
afterAll(() => postgres.stop())

it('a report is answered by 503 while PostgreSQL hangs', { timeout: 180_000 }, async () => {
  const running = await startForTest({ env: { DATABASE_URL: await postgres.newDatabase() } })
  const send = async (): Promise<[status: number, retryAfter: string | null]> => {
    const response = await fetch(`${running.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
    await response.arrayBuffer()
    return [response.status, response.headers.get('retry-after')]
  }
  await expect.poll(send).toEqual([200, null])
  postgres.freeze()
  const answers = await Promise.all([send(), send()])
  postgres.thaw()
  expect(answers).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  await expect.poll(send, { timeout: 60_000 }).toEqual([200, null])
})

it('a report that PostgreSQL refuses for want of a privilege is kept by its sender', { timeout: 120_000 }, async () => {
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
  expect(await (await fetch(`${running.origin}/healthz`)).text()).toContain('the store of reports is read-only')
  await owner.query('alter table envelopes owner to clerk')
  expect((await send(body)).status).toBe(200)
  expect((await owner.query('select id from reports')).rows).toHaveLength(2)
})
