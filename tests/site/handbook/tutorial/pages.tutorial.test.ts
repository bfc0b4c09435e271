import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { followPage, runNew, runScript, tryServer } from '#tests/site/handbook/tutorial/run-steps.ts'

/** Longest time for one step: a slow machine builds for minutes. */
const LIMIT_MS = 600_000

/**
 * Pages whose blocks go together in one application, and the tests of its tables. "The second day" follows sections of
 * pages before it, which have brought them, and ends with two languages.
 */
const APPLICATIONS: [pages: string[], tests: string][] = [
  [
    ['data', 'lists', 'forms', 'metadata', 'server-routes-and-jobs', 'sessions-and-guards', 'next-by-item'],
    'tests/tide-store.test.ts tests/tide-list.test.ts',
  ],
  [
    ['mail', 'accounts', 'uploads', 'frame', 'second-day'],
    'tests/accounts.test.ts tests/buoy.test.ts tests/mail.test.ts tests/charts.test.ts tests/pictures.test.ts',
  ],
]

/** The variables that the pages set where they start their applications: an application of several pages needs all. */
const VARIABLES = {
  GAUGE_KEY: 'a-key-of-the-gauges',
  BETTER_AUTH_SECRET: 'a-secret-of-the-sessions-of-the-test',
  S3_BUCKET: 'https://s3.example.com/uploads',
  S3_KEY_ID: 'an-id-of-a-key',
  S3_SECRET: 'a-secret-of-a-key',
}

const readPage = (page: string) => readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')

/** The folder of an application, the commands that start it, and the sections that it has. */
type Application = { folder: string; servers: string[]; followed: Set<string> }

/** A group of variables: ` secret: v.object({ … }),`. */
const GROUP = /^ {2}(\w+): v\.object\(\{(.*?),?\s*\}\),$/gms

/** Follows a page in a folder. It declares its own variables in place of those of the pages before, which are kept. */
async function follow(page: string, { folder, servers, followed }: Application): Promise<void> {
  const file = join(folder, 'app/env.server.ts')
  const source = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const before = source()
  await followPage(readPage(page), { name: `${page}.md`, folder, limitMs: LIMIT_MS, servers, followed, readPage })
  if (before === '' || before === source()) return
  const all = Map.groupBy(`${before}\n${source()}`.matchAll(GROUP), ([, group = '']) => group)
  const groups = [...all].map(([group, found]) => `${group}: v.object({ ${found.map(([, , own]) => own).join(', ')} })`)
  writeFileSync(file, source().replace(/defineEnv\(\{[^]*\}\)/, `defineEnv({ ${groups.join(', ')} })`))
  await runScript('npm run format -- app/env.server.ts', folder, LIMIT_MS)
}

describe.each(APPLICATIONS)('an application with every block of %j', { timeout: LIMIT_MS }, (pages, tests) => {
  // Outside of this project, whose .gitignore is that of everything below it.
  const folder = temporaryFolder()
  afterAll(() => vi.unstubAllEnvs())

  beforeAll(async () => {
    await runNew('--name Harbour', folder)
    for (const [name, value] of Object.entries(VARIABLES)) vi.stubEnv(name, value)
    const application: Application = { folder, servers: [], followed: new Set() }
    for (const page of pages) await follow(page, application)
    // The first builds.
    for (const script of application.servers) await tryServer(script, folder, LIMIT_MS)
  }, LIMIT_MS)

  it('passes its tests, with those of the pages: formatting, lint, types, functions, HTTP and Chromium', async () => {
    const output = await runScript('npm test', folder, LIMIT_MS)
    for (const name of ['formatting', 'lint', 'types']) expect(output).toContain(`passed  ${name}`)
  })

  it.runIf(pages.includes('second-day'))('lists when its nightly job ran', async () => {
    expect(await runScript('npx fairlead jobs', folder)).toMatch(/^ran +delete-orphans \S+: \w+ after/m)
  })

  it.runIf(pages.includes('sessions-and-guards'))('has no hole that `fairlead access` finds', async () => {
    // Some functions of other pages need inputs.
    const output = await runScript('npx fairlead access || true', folder, LIMIT_MS)
    expect(output).toMatch(/^\+ \S+ GET fetchAccount: nobody 401, ada answered, ben answered$/m)
    expect(output.split('\n').filter((line) => /^app\/.* (answers|shows|lets) /.test(line))).toEqual([])
  })

  it('passes the tests of its tables on PostgreSQL', async () => {
    const postgres = await startPostgres({ fsync: false })
    onTestFinished(() => postgres.stop())
    const output = await runScript(`TEST_POSTGRES=${postgres.url}/postgres npm test -- ${tests}`, folder, LIMIT_MS)
    expect(output).toContain('passed')
  })
})
