import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { documentOf, textsOf } from '#tests/harness/html.ts'
import { root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { expectFault, hydrated, newPage } from '#tests/harness/page.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { followPage, runScript } from '#tests/site/handbook/tutorial/run-steps.ts'

/** Longest time for one step: a slow machine builds for minutes. */
const LIMIT_MS = 600_000

// Outside of this project, whose .gitignore is that of everything below it.
const folder = temporaryFolder()

const readPage = (page: string) => readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')

beforeAll(async () => {
  for (const page of ['make-it-yours', 'testing']) {
    await followPage(readPage(page), { name: `${page}.md`, folder, readPage })
  }
}, LIMIT_MS)

it(
  'an application made by "Make it yours" passes its tests, which are those of "Testing"',
  { timeout: LIMIT_MS },
  async () => {
    const output = await runScript('npm test', folder, LIMIT_MS)
    for (const name of ['formatting', 'lint', 'types']) expect(output).toContain(`passed  ${name}`)
  },
)

it('has no hole that `fairlead access` finds', { timeout: LIMIT_MS }, async () => {
  writeFileSync(
    join(folder, 'tests/access.ts'),
    `import type { Access, Visitor } from 'fairlead/testing'

const signUp = (visitor: Visitor, name: string) =>
  visitor.submit('/sign-in', { email: name + '@example.org', password: 'a light at night', intent: 'sign-up' })

export default async function access(): Promise<Access> {
  return {
    people: { ada: (visitor) => signUp(visitor, 'ada'), ben: (visitor) => signUp(visitor, 'ben') },
    own: ['ada@example.org'],
  }
}
`,
  )
  const output = await runScript('npx fairlead access', folder, LIMIT_MS)
  expect(output).toMatch(/^\+ \S+ POST addReading: nobody 401, ada answered, ben answered$/m)
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
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Accueil', 'Tides'])
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

  it.each(['/guestbook', '/reports', '/ja'])('does not find %s, which it does not have', async (path) => {
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
