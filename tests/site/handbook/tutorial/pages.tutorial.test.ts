import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { cloneProject } from '#tests/harness/clone-project.ts'
import { followPage, runScript, tryServer } from '#tests/site/handbook/tutorial/run-steps.ts'
import { createRepository } from '#tests/site/handbook/tutorial/upstream.ts'

/** Longest time for one step: a slow machine builds for minutes. */
const LIMIT_MS = 600_000

const pathOf = (page: string) => join(root, `app/handbook/content/en/${page}.md`)

/** Pages whose blocks go together in one application, and the folder and the number of their tests. */
const APPLICATIONS: [pages: string[], folder: string, count: number][] = [
  [['data', 'forms', 'metadata', 'server-routes-and-jobs', 'sessions-and-guards', 'next-by-item'], 'tides', 4],
  [['accounts'], 'accounts', 6],
  [['uploads'], 'uploads', 3],
]

const readPage = (page: string) => readFileSync(pathOf(page), 'utf8')

describe.each(APPLICATIONS)('an application with every block of %j', { timeout: LIMIT_MS }, (pages, tests, count) => {
  const { folder, remove } = cloneProject()
  afterAll(() => {
    vi.unstubAllEnvs()
    remove()
  }, LIMIT_MS)

  beforeAll(async () => {
    // The formatter looks for what a repository around it ignores.
    await createRepository(folder)
    // Each of two pages has a variable; their application needs both.
    vi.stubEnv('GAUGE_KEY', 'a-key-of-the-gauges')
    vi.stubEnv('BETTER_AUTH_SECRET', 'a-secret-of-the-sessions-of-the-test')
    const servers: string[] = []
    // Removing a part removes its page.
    for (const page of pages.filter((name) => existsSync(pathOf(name))))
      await followPage(readPage(page), { name: `${page}.md`, folder, servers, readPage })
    // The first builds.
    for (const script of servers) await tryServer(script, folder, LIMIT_MS)
  }, LIMIT_MS)

  it.each([
    ['formatting', 'oxfmt --check'],
    ['types', 'tsc -p .'],
  ])('passes %s', async (_, command) => {
    await expect(runScript(`node_modules/.bin/${command}`, folder)).resolves.toEqual(expect.any(String))
  })

  it('passes the tests of the pages, on both engines', async () => {
    const vitest = 'node_modules/.bin/vitest run --config tests/vitest.config.ts tests/site/'
    // Vitest writes in colours in CI.
    expect(stripVTControlCharacters(await runScript(vitest + tests, folder))).toMatch(
      new RegExp(`Tests +${count} passed`),
    )
  })
})
