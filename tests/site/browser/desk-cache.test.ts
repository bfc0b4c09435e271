import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { newPage } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

let place: TestPlace
afterAll(() => place.remove())
const server = withServer(async () => {
  place = await testPlace('sqlite')
  return { env: { ...place.env, OPERATOR_TOKEN: TOKEN } }
})

it('the desk shows the state of the cache, and what invalidated what', async () => {
  const page = await newPage({ baseURL: server.origin })
  page.removeAllListeners('console')
  page.removeAllListeners('response')
  await page.goto('/reports/cache')
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
  await page.getByRole('heading', { level: 1, name: 'Cache' }).waitFor()
  await page.getByText('Nothing has been invalidated.').waitFor()
  for (const figure of ['entries', 'hit-rate', 'bytes', 'renders', 'stored']) {
    expect(await page.locator(`[data-figure=${figure}]`).innerText()).toMatch(/[\d—]/)
  }
  const args = ['app/host/commands/cli.ts', 'cache', 'invalidate', 'article:7']
  await promisify(execFile)(process.execPath, args, { cwd: root, env: testEnvironment(place.dataDir, place.env) })
  // The page refreshes without a reload.
  const row = page.locator('tbody tr', { hasText: 'article:7' })
  await row.waitFor()
  expect(await row.innerText()).toContain('npm run cache')
})
