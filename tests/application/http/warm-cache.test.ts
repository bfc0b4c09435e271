import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locationsIn } from '#fairlead/cli/warm-cache.ts'
import { ask } from '#tests/harness/request.ts'
import { type Output, runProgram } from '#tests/harness/run-program.ts'
import { servedFolder, testEnvironment } from '#tests/harness/start-server.ts'
import { type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { startForTest } from '#tests/harness/with-server.ts'

/** Pages of the application's sitemap with a TTL: one page in each language. */
const WARMED = ['/varied', '/de/varied', '/kept/listed', '/ar/kept/listed']

/** Time for the build to start and to render its pages. */
const WARM_MS = 120_000

let place: TestPlace
/** What the first run said, and the files that it left. */
let first: Output & { files: readonly string[] }
beforeAll(async () => {
  place = await testPlace('sqlite')
  const run = await runCache('warm')
  first = { ...run, files: readdirSync(place.dataDir) }
}, WARM_MS)
afterAll(() => place.remove())

/** Runs `npm run cache` in the folder of the build. */
const runCache = (...args: string[]) =>
  runProgram(['node_modules/fairlead/cli/cli.js', 'cache', ...args], {
    cwd: servedFolder(),
    env: testEnvironment(place.dataDir, { ...place.env, PORT: '4711', TEST_JOBS: 'on' }),
  })

it(
  'a build begins with the pages of its sitemap in the cache, once they were warmed',
  async () => {
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/(\d+) of \1 pages: \d+ rendered and cached, .* 0 failed/),
    })
    const server = await startForTest({ env: place.env })
    const statusOf = async (path: string) => {
      const { headers } = await ask(path, { origin: server.origin, headers: { 'sec-fetch-site': 'same-origin' } })
      return headers['cache-status']
    }
    expect(await Promise.all(WARMED.map(statusOf))).toEqual(WARMED.map(() => 'page-cache; hit'))
    const { text } = await ask('/varied', { origin: server.origin })
    expect(text).toContain('<link rel="canonical" href="http://localhost:4711/varied"/>')
    const again = await runCache('warm', server.origin)
    expect(again.code).toBe(0)
    expect(again.err).toMatch(/ [1-9]\d* were cached before, 0 failed/)
  },
  WARM_MS,
)

it('warming starts what renders, and neither jobs and hooks nor the store of reports', () => {
  expect(first.out.split('\n').filter((line) => line.includes('"job"'))).toEqual([])
  expect(first.files).toContain('app.db')
  expect(first.files.filter((name) => /report|token/.test(name))).toEqual([])
})

it.each([
  ['http://127.0.0.1:9', 1, /warm: .*ECONNREFUSED/],
  ['localhost', 2, /the address "localhost"; allowed: such as http:\/\/localhost:3000/],
])('npm run cache -- warm names what is wrong with the address %s', async (address, code, message) => {
  const run = await runCache('warm', address)
  expect(run).toMatchObject({ code, err: expect.stringMatching(message) })
})

it('locationsIn reads the URLs of a sitemap', () => {
  expect(
    locationsIn('<url><loc>https://a.example/?a=1&amp;b=2</loc><lastmod>x</lastmod></url><url><loc>b</loc></url>'),
  ).toEqual(['https://a.example/?a=1&b=2', 'b'])
})
