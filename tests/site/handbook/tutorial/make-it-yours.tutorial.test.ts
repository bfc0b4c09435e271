import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { expectFault, hydrated, newPage } from '#tests/harness/page.ts'
import { cloneProject } from '#tests/site/handbook/tutorial/clone.ts'
import { followPage, runScript } from '#tests/site/handbook/tutorial/run-steps.ts'

const PAGE = 'app/handbook/content/en/make-it-yours.md'
const LIMIT_MS = 600_000

const { folder, remove } = cloneProject()
afterAll(remove)

/** Runs a program of the clone. */
const run = (command: string) => runScript(`node_modules/.bin/${command}`, folder)

beforeAll(async () => {
  await followPage(readFileSync(join(root, PAGE), 'utf8'), { name: PAGE, folder })
  // Writes the route tree, which the type check needs.
  await runScript('npm run build', folder)
}, LIMIT_MS)

describe('an application made by "Make it yours"', { timeout: LIMIT_MS }, () => {
  it.each([
    ['formatting', 'oxfmt --check'],
    ['lint', 'oxlint --type-aware --deny-warnings app tests app.config.ts'],
    ['import directions and file length', 'node tests/shell/lint/check.ts'],
    ['types', 'tsc -p .'],
    ['the unit tests of the shell', 'vitest run --config tests/vitest.config.ts --project unit tests/shell'],
  ])('passes %s', async (_, command) => {
    await expect(run(command)).resolves.toEqual(expect.any(String))
  })
})

describe('a visitor of the application', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ cwd: folder })
  })
  afterAll(() => server?.stop())

  it('reaches the tides by links, and sees their data', async () => {
    const page = await newPage({ baseURL: server.origin })
    await page.goto('/tides')
    await hydrated(page)
    await page.getByRole('link', { name: 'Brest' }).click()
    await page.getByRole('heading', { name: 'brest: 2.4 m' }).waitFor()
    expect(await page.title()).toBe('brest · Fairlead')
  })

  it.each(['/lab'])('does not find %s, which was removed', async (path) => {
    const page = await newPage({ baseURL: server.origin })
    expectFault(page, /404/)
    expect((await page.goto(path))?.status()).toBe(404)
  })
})
