import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SESSIONS } from '#fairlead/sessions/session.ts'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { SPOILED } from '#tests/fairlead/database/spoiled-files.ts'
import { startForTest } from '#tests/harness/with-server.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'

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

it('a PostgreSQL that hangs or is stopped is named by 503 until it goes on', { timeout: 180_000 }, async () => {
  const postgres = await startPostgres({ fsync: false })
  onTestFinished(() => postgres.stop())
  const running = await startForTest({ env: { DATABASE_URL: await postgres.newDatabase() } })
  expect(await readSession(running)).toBe(307)
  postgres.freeze()
  const failed = ask('/haul?nets=1', { origin: running.origin, method: 'POST', headers: OWN_PAGE })
  const [session, [healthStatus], { status }] = await Promise.all([readSession(running), health(running), failed])
  expect([session, healthStatus, status]).toEqual([503, 503, 503])
  postgres.thaw()
  await expect.poll(() => readSession(running), { timeout: 60_000 }).toBe(307)
  await expect.poll(() => health(running), { timeout: 10_000 }).toEqual(HEALTHY)

  await postgres.down()
  expect(await health(running)).toEqual([503, "the application's database is unavailable\n"])
  await postgres.up()
  await expect.poll(async () => (await health(running))[0]).toBe(200)
})
