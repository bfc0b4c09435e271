import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Pages whose blocks go together in one application, and the folders and the number of their tests. */
const APPLICATIONS: [pages: string[], folders: string[], count: number][] = [
  [['data', 'forms', 'metadata', 'server-routes-and-jobs', 'sessions-and-guards', 'next-by-item'], ['tides'], 4],
  [['accounts', 'uploads'], ['accounts', 'uploads'], 14],
]

/** The variables that the pages set where they start their applications: an application of several pages needs all. */
const VARIABLES = {
  GAUGE_KEY: 'a-key-of-the-gauges',
  BETTER_AUTH_SECRET: 'a-secret-of-the-sessions-of-the-test',
  MAIL_URL: 'smtp://localhost:25',
  MAIL_FROM: 'harbour@example.com',
  S3_BUCKET: 'https://s3.example.com/uploads',
  S3_KEY_ID: 'an-id-of-a-key',
  S3_SECRET: 'a-secret-of-a-key',
}

const readPage = (page: string) => readFileSync(pathOf(page), 'utf8')

/** Follows a page in a folder. It declares its own variables in place of those of the pages before, which are kept. */
async function follow(page: string, folder: string, servers: string[]): Promise<void> {
  const file = join(folder, 'app/env.server.ts')
  const [, before] = /defineEnv\(\{\n([^]*)\n\}\)/.exec(readFileSync(file, 'utf8')) ?? []
  await followPage(readPage(page), { name: `${page}.md`, folder, servers, readPage })
  const text = readFileSync(file, 'utf8')
  if (before !== undefined && !text.includes(before))
    writeFileSync(file, text.replace('defineEnv({\n', `defineEnv({\n${before}\n`))
}

describe.each(APPLICATIONS)('an application with every block of %j', { timeout: LIMIT_MS }, (pages, folders, count) => {
  const { folder, remove } = cloneProject()
  afterAll(() => {
    vi.unstubAllEnvs()
    remove()
  }, LIMIT_MS)

  beforeAll(async () => {
    // The formatter looks for what a repository around it ignores.
    await createRepository(folder)
    for (const [name, value] of Object.entries(VARIABLES)) vi.stubEnv(name, value)
    const servers: string[] = []
    // Removing a part removes its page.
    for (const page of pages.filter((name) => existsSync(pathOf(name)))) await follow(page, folder, servers)
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
    const tests = folders.map((name) => `tests/site/${name}`).join(' ')
    const vitest = `node_modules/.bin/vitest run --config tests/vitest.config.ts ${tests}`
    // Vitest writes in colours in CI.
    expect(stripVTControlCharacters(await runScript(vitest, folder))).toMatch(new RegExp(`Tests +${count} passed`))
  })
})
