import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSIONS } from '#app/sessions/session.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'

let dataDir = ''
let server: Server | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-database-'))
})
afterEach(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

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

describe.each([
  ['corrupt', (file: string) => writeFileSync(file, 'no database '.repeat(2_000))],
  ['misplaced', (file: string) => mkdirSync(file)],
] as const)("an application's SQLite file that is %s", (fault, spoil) => {
  it('is named by /healthz with 503 once it is used, until it is mended; other pages go on', async () => {
    const file = join(dataDir, 'app.db')
    spoil(file)
    const running = await startServer({ env: { DATA_DIR: dataDir } })
    server = running
    expect(await health(running)).toEqual(HEALTHY)
    expect(await readSession(running)).toBe(503)
    expect(await health(running)).toEqual([503, `the application's database is ${fault}\n`])
    expect((await ask('/', { origin: running.origin })).status).toBe(200)
    rmSync(file, { recursive: true })
    expect(await health(running)).toEqual(HEALTHY)
    expect(await readSession(running)).toBe(307)
  })
})

it('a PostgreSQL that is stopped is named by /healthz with 503 until it is back', { timeout: 120_000 }, async () => {
  const postgres = await startPostgres({ fsync: false })
  try {
    const running = await startServer({ env: { DATA_DIR: dataDir, DATABASE_URL: await postgres.newDatabase() } })
    server = running
    expect(await readSession(running)).toBe(307)
    expect(await health(running)).toEqual(HEALTHY)
    await postgres.down()
    expect(await health(running)).toEqual([503, "the application's database is unavailable\n"])
    await postgres.up()
    await expect.poll(async () => (await health(running))[0]).toBe(200)
  } finally {
    await server?.stop()
    server = undefined
    await postgres.stop()
  }
})
