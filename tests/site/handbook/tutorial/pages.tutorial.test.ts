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

/** Pages whose blocks go together in one application. */
const PAGES = ['data', 'forms', 'metadata', 'server-routes-and-jobs', 'sessions-and-guards', 'next-by-item'].filter(
  // Removing a part removes its page.
  (page) => existsSync(pathOf(page)),
)

const { folder, remove } = cloneProject()
afterAll(() => {
  vi.unstubAllEnvs()
  remove()
}, LIMIT_MS)

const readPage = (page: string) => readFileSync(pathOf(page), 'utf8')

beforeAll(async () => {
  // The formatter looks for what a repository around it ignores.
  await createRepository(folder)
  // Each of two pages has a variable; their application needs both.
  vi.stubEnv('GAUGE_KEY', 'a-key-of-the-gauges')
  vi.stubEnv('BETTER_AUTH_SECRET', 'a-secret-of-the-sessions-of-the-test')
  const servers: string[] = []
  for (const page of PAGES) await followPage(readPage(page), { name: `${page}.md`, folder, servers, readPage })
  // The first builds.
  for (const script of servers) await tryServer(script, folder, LIMIT_MS)
}, LIMIT_MS)

describe('an application with every block of the pages', { timeout: LIMIT_MS }, () => {
  it.each([
    ['formatting', 'oxfmt --check'],
    ['types', 'tsc -p .'],
  ])('passes %s', async (_, command) => {
    await expect(runScript(`node_modules/.bin/${command}`, folder)).resolves.toEqual(expect.any(String))
  })

  it('passes the test of the page about data, on both engines', async () => {
    const vitest = 'node_modules/.bin/vitest run --config tests/vitest.config.ts tests/site/tides'
    // Vitest writes in colours in CI.
    expect(stripVTControlCharacters(await runScript(vitest, folder))).toMatch(/Tests +4 passed/)
  })
})
