import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { documentOf, textsOf } from '#tests/harness/html.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { expectFault, hydrated, newPage } from '#tests/harness/page.ts'
import { projectOf, UNIT } from '#tests/projects.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { cloneProject } from '#tests/harness/clone-project.ts'
import { followPage, runScript, withoutBuilds } from '#tests/site/handbook/tutorial/run-steps.ts'
import {
  commit,
  commitRelease,
  commitRemovals,
  commitRewrite,
  conflictsOfMerge,
  createRepository,
  EDITED_BY_REMOVAL,
  OF_THE_CLONE,
} from '#tests/site/handbook/tutorial/upstream.ts'

/** Unit tests of the shell that read nothing that a clone changes. */
const UNCHANGED =
  /^tests\/fairlead\/(cli|database|error-reports|harness|inspector|jobs|lint\/(comments|file|oxlint)|messages|navigation|patterns|platform|server\/(http|cache)|sessions\/(password|safe))/

const unitTests = projectFiles().filter(
  (path) => path.startsWith('tests/fairlead/') && projectOf(path) === UNIT && !UNCHANGED.test(path),
)

/** Longest time for one step: a slow machine builds for minutes. */
const LIMIT_MS = 600_000

const { folder, remove } = cloneProject()
const upstream = mkdtempSync(join(tmpdir(), 'fairlead-upstream-'))
afterAll(() => {
  remove()
  rmSync(upstream, { recursive: true, force: true })
}, LIMIT_MS)

const readPage = (page: string) => readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')
const follow = (page: string) => followPage(readPage(page), { name: `${page}.md`, folder, readPage })

/** Runs a program of the clone; rejects with what it wrote if it fails. */
const run = (command: string) => runScript(`node_modules/.bin/${command}`, folder, LIMIT_MS)

beforeAll(async () => {
  // `git clone` leaves it like this: the release is on the branch main of both.
  await createRepository(folder)
  await runScript(`git clone --quiet . ${upstream} && git remote add origin ${upstream}`, folder)
  await follow('make-it-yours')
  await follow('testing')
}, LIMIT_MS)

describe('an application made by "Make it yours"', { timeout: LIMIT_MS }, () => {
  it.each([
    ['formatting', 'oxfmt --check'],
    ['lint', 'oxlint --type-aware --deny-warnings app tests app.config.ts'],
    ['import directions and file length', 'node tests/fairlead/lint/check.ts'],
    ['types', 'tsc -p .'],
    [
      'the unit tests of the shell',
      `vitest run --config tests/vitest.config.ts --project='unit*' ${unitTests.join(' ')}`,
    ],
    ['the tests of "Testing"', 'vitest run --config tests/vitest.config.ts --project http --project browser'],
  ])('passes %s', async (_, command) => {
    await expect(run(command)).resolves.toEqual(expect.any(String))
  })
})

describe('a visitor of the application', { timeout: 60_000 }, () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ cwd: folder })
  })
  afterAll(() => server?.stop())

  async function open(path: string) {
    const page = await newPage({ baseURL: server.origin })
    await page.goto(path)
    await hydrated(page)
    return page
  }

  it('finds its name and colours, and reaches the readings of a port by links', async () => {
    const page = await open('/')
    expect(await page.title()).toBe('Tides of the Atlantic coast · Springtide')
    await page.getByRole('heading', { name: 'Springtide', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Tides' }).click()
    const port = page.getByRole('link', { name: 'Brest' })
    expect(await port.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(11, 95, 115)')
    await port.click()
    await page.getByRole('heading', { name: 'Brest' }).waitFor()
    expect(await page.title()).toBe('Brest · Springtide')
  })

  it('reads it in French', async () => {
    const page = await open('/fr/tides')
    expect(await page.title()).toBe('Marées · Springtide')
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Accueil', 'Marées'])
  })

  it('reads in the default language what is not translated', async () => {
    const html = await (await fetch(`${server.origin}/fr/no-such-page`)).text()
    expect(documentOf(html)).toMatchObject({ lang: 'fr', dir: 'ltr' })
    expect(textsOf(html)).toEqual(expect.arrayContaining(['Accueil', 'Skip to the content', 'Français', 'Springtide']))
  })

  it('downloads both as one file, with nothing of another language', () => {
    const build = join(builtFolder(join(folder, '.output')), 'public/_build')
    const scripts = readdirSync(build).filter((name) => name.endsWith('.js'))
    const texts = scripts.map((name) => readFileSync(join(build, name), 'utf8'))
    const french = texts.filter((text) => text.includes('Les marées de la côte atlantique'))
    expect(french).toHaveLength(1)
    expect(french[0]).toContain('Skip to the content')
    expect(french[0]).not.toContain('Tides of the Atlantic coast')
  })

  it('has to sign in to add a reading, and then sees it', async () => {
    const page = await open('/tides/Brest')
    await page.getByRole('link', { name: 'Add a reading' }).click()
    await page.waitForURL('**/sign-in?next=*')
    await page.getByLabel('E-mail').fill('keeper@example.org')
    await page.getByLabel('Password').fill('a light at night')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.waitForURL('**/tides/new')
    await page.getByLabel('Port').fill('Brest')
    await page.getByLabel('Height in centimetres').fill('240')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/tides/Brest')
    expect(await page.getByRole('main').getByRole('listitem').first().textContent()).toBe('2.4 m')
  })

  it.each(['/lab', '/handbook', '/reports', '/de'])('does not find %s, which was removed', async (path) => {
    const page = await newPage({ baseURL: server.origin })
    expectFault(page, /404/)
    expect((await page.goto(path))?.status()).toBe(404)
  })

  it('sends reports, which are taken without the report desk', async () => {
    const body = errorEnvelope()
    expect((await fetch(`${server.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
    expect(server.log.join('\n')).not.toContain('token')
  })
})

describe('a merge of the next release', { timeout: LIMIT_MS }, () => {
  /** Resets the upstream repository to the release that the clone was made of. */
  const restart = () => runScript('git reset --quiet --hard "$(git rev-list --max-parents=0 HEAD)"', upstream)

  beforeAll(() => commit(folder, 'Springtide'))

  it('has conflicts in files of the clone only, even if the release changes every line of every file', async () => {
    await restart()
    await commitRewrite(upstream)
    await commitRemovals(upstream, folder)
    const conflicts = await conflictsOfMerge(folder)
    expect(conflicts).toContain('app/site.ts')
    const others = conflicts.filter((path) => !OF_THE_CLONE.test(path) && !EDITED_BY_REMOVAL.test(path))
    expect(others).toEqual([])
  })

  // It is built, and its types are checked, in updates.soak.test.ts.
  it('by the steps of "Getting updates" is that release with what the clone has changed', async () => {
    await restart()
    await commitRelease(upstream)
    await followPage(withoutBuilds(readPage('getting-updates')), { name: 'getting-updates.md', folder })
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"version": "99.0.0"')
    expect(readFileSync(join(folder, 'app/site.ts'), 'utf8')).toContain('Springtide')
  })
})
