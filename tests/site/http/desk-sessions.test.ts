import { afterAll, describe, expect, it } from 'vitest'
import { OWN_PAGE, payloadOf } from '#tests/harness/call-server-fn.ts'
import { askDesk, cookiesOf, deskFunctions, postForm, postSignOut, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'
import { type Postgres, startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { surviveOutages } from '#tests/fairlead/error-reports/store/outages.ts'
import { startForTest, withServer } from '#tests/harness/with-server.ts'

let postgres: Postgres
let env: Record<string, string>
afterAll(() => postgres.stop())
const server = withServer(async () => {
  postgres = await startPostgres({ fsync: false })
  env = { OPERATOR_TOKEN: TOKEN, DATABASE_URL: await postgres.newDatabase() }
  return { env }
})

const status = async (cookie: string) => (await askDesk(server.origin, '/reports', cookie)).status

describe('a session of the desk', () => {
  it('ends for every copy of its cookie when signed out, and others continue', async () => {
    const [copied, other] = [await signIn(server.origin), await signIn(server.origin)]
    expect([await status(copied), await status(other)]).toEqual([200, 200])
    await postSignOut(server.origin, { headers: { cookie: copied } })
    expect([await status(copied), await status(other)]).toEqual([401, 200])
  })

  it('is new after each sign-in, and the previous one ends', async () => {
    const before = await signIn(server.origin)
    const after = cookiesOf(await postForm(server.origin, { token: TOKEN }, { headers: { cookie: before } }))
    expect(after).not.toBe(before)
    expect([await status(before), await status(after)]).toEqual([401, 200])
  })

  it('is valid on every server with the same token and database', async () => {
    const other = await startForTest({ env })
    const cookie = await signIn(server.origin)
    expect((await askDesk(other.origin, '/reports', cookie)).status).toBe(200)
  })
})

describe('bad input at the desk', () => {
  const failed = () => server.log.filter((line) => line.includes('"failed"'))

  it.each([
    ['/reports?q=%00', 422],
    ['/reports?q=a%00b&state=all', 422],
    ['/reports?route=%00', 422],
    ['/reports/find?id=%00', 422],
    ['/reports/find', 200],
    ['/reports/find?id=%20', 200],
    ['/reports/%00', 422],
  ])('%s responds %i without a logged failure', async (path, expected) => {
    const cookie = await signIn(server.origin)
    const response = await askDesk(server.origin, path, cookie)
    expect(response.status).toBe(expected)
    expect(failed()).toEqual([])
  })

  it.each([
    ['fetchReport', { query: '\0' }],
    ['fetchReport', { query: 'x'.repeat(5_000) }],
    ['fetchLookup', { query: 'a\0' }],
    ['fetchVitals', { days: 'x' }],
    ['fetchProblems', { filters: { q: '\0' }, page: '0' }],
  ])('%s responds 422', async (name, data) => {
    const id = deskFunctions().find((each) => each.name.startsWith(name))?.id
    expect(id).toBeDefined()
    const cookie = await signIn(server.origin)
    const headers = { ...OWN_PAGE, cookie }
    const response = await fetch(`${server.origin}/_serverFn/${id}?payload=${payloadOf(data)}`, { headers })
    expect(response.status).toBe(422)
    expect(failed()).toEqual([])
  })
})

it('without its database the desk responds 503 to a session, and the sign-in form to others', async () => {
  const cookie = await signIn(server.origin)
  await postgres.down()
  try {
    const response = await askDesk(server.origin, '/reports', cookie)
    expect(response.status).toBe(503)
    expect(response.text).toMatch(/cannot reach its database/)
    expect((await askDesk(server.origin, '/reports')).status).toBe(401)
    expect((await postForm(server.origin, { token: TOKEN }, { scripted: true })).status).toBe(503)
  } finally {
    await postgres.up()
  }
  await expect.poll(() => status(cookie)).toBe(200)
})

it('two processes outlive a PostgreSQL that stops and starts, and lose no report', { timeout: 90_000 }, async () => {
  const desk = {
    env: { OPERATOR_TOKEN: TOKEN },
    paths: ['/reports', '/reports/delivery', '/reports/vitals', '/reports/cache'],
    signIn,
    async expectAlive(origin: string, cookie: string): Promise<void> {
      expect((await askDesk(origin, '/reports', cookie)).status).toBe(200)
      expect((await postForm(origin, { token: TOKEN })).status).toBe(303)
    },
  }
  const load = await surviveOutages(postgres, { count: 1, pages: ['/', OTHER_PREFIX || '/'], desk })
  expect(load.reports.length).toBeGreaterThan(20)
  expect(Object.keys(load.pages)).toEqual(['200'])
  expect(load.desk[200]).toBeGreaterThan(0)
})
