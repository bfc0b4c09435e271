import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectFault, newVisitor } from '#fairlead/testing.ts'
import { LIMIT_MS, newApplication } from '#tests/harness/new-application.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

const TOKEN = 'the-token-of-the-tests'

/** Pages beside those of a new application. */
const PAGES = {
  'app/routes/gallery.tsx': `import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/gallery')({ component: Gallery })

function Gallery() {
  return (
    <>
      <h1>Gallery</h1>
      <Link to="/photo/$id" params={{ id: '7' }}>
        Photo 7
      </Link>
      <Link to="/failing">Failing</Link>
    </>
  )
}
`,
  'app/routes/photo.$id.tsx': `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/photo/$id')({
  staticData: { interception: { over: ['/gallery'] } },
  component: Photo,
})

function Photo() {
  return <h1>Photo {Route.useParams().id}</h1>
}
`,
  'app/routes/failing.tsx': `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/failing')({
  component: () => {
    throw new Error('The net is torn')
  },
})
`,
  'app/routes/members.tsx': `import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { type FormLink } from 'fairlead/forms'
import { publicUrl } from 'fairlead/locale'
import { withBasePath } from 'fairlead/navigation'
import { requireSession } from 'fairlead/sessions'

export const Route = createFileRoute('/members')({
  validateSearch: ({ to }: Record<string, unknown>) => (to === 'nowhere' ? { to } : {}),
  beforeLoad: ({ search }) => {
    if (search.to === 'nowhere') throw notFound()
  },
  loader: () => {
    throw redirect({ to: '/gallery' })
  },
})

/** Compiled only. */
export const compiled = {
  guard: requireSession('/gallery'),
  link: { to: '/photo/$id', params: { id: '7' } } satisfies FormLink,
  publicUrl: () => publicUrl({ to: '/photo/$id', params: { id: '7' }, locale: 'en' }),
  url: withBasePath('/photo/7'),
}

/** Refused by the compiler. */
export const wrong = {
  // @ts-expect-error -- there is no such page
  guard: requireSession('/elsewhere'),
  // @ts-expect-error -- there is no such page
  link: { to: '/elsewhere' } satisfies FormLink,
  // @ts-expect-error -- there is no such page
  publicUrl: () => publicUrl({ to: '/elsewhere', locale: 'en' }),
  // @ts-expect-error -- there is no such page
  url: withBasePath('/elsewhere'),
}
`,
}

const folder = temporaryFolder()
let command: Awaited<ReturnType<typeof newApplication>>

/** Runs commands, which all succeed. */
async function run(...commands: string[][]): Promise<string> {
  let printed = ''
  for (const args of commands) {
    const { code, out, err } = await command(...args)
    expect(code, `${args.join(' ')}\n${out}\n${err}`).toBe(0)
    printed += err
  }
  return printed
}

const CHECKS = [['build'], ['typecheck'], ['lint'], ['format', '--check']]

/** Returns a visitor who is signed in as the operator. */
async function operator(origin: string, desk = '/reports') {
  const visitor = newVisitor(origin)
  expect((await visitor.fetch(desk)).status).toBe(401)
  expect((await visitor.submit(desk, { token: TOKEN })).status).toBe(303)
  expect((await visitor.fetch(desk)).status).toBe(200)
  return visitor
}

describe('an application of one language, with the desk', { timeout: LIMIT_MS }, () => {
  beforeAll(async () => {
    command = await newApplication(folder, { languages: ['en'], parts: [] })
    for (const [path, text] of Object.entries(PAGES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    await run(['add', 'report-desk'], ...CHECKS)
  }, LIMIT_MS)
  const server = withServer(() => ({ cwd: folder, env: { OPERATOR_TOKEN: TOKEN } }))

  it.each([
    ['a part that it has', ['report-desk'], /^report-desk is there already: app\/routes has reports$/],
    [
      'a part that there is not',
      ['lab'],
      /^add: lab is not known; allowed: page NAME, form NAME, resource NAME, languages de/,
    ],
    ['no part', [], /^add: a part is not known; allowed/],
    ['its own language', ['languages', 'en'], /^app\/routing\.ts: en is there already$/],
  ])('refuses to add %s', async (_, args, why) => {
    const { code, err } = await command('add', ...args)
    expect(code).toBeGreaterThan(0)
    expect(err.trim()).toMatch(why)
  })

  it('opens a page in a dialog over another', async () => {
    const page = await newVisitor(server.origin).open('/gallery')
    await page.getByRole('link', { name: 'Photo 7' }).click()
    await page.locator('dialog[open]').getByRole('heading', { name: 'Photo 7' }).waitFor()
    expect(await page.locator('main').count()).toBe(1)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/gallery')
  })

  it('shows an error in its frame, with a link to the home page', async () => {
    const page = await newVisitor(server.origin).open('/gallery')
    expectFault(page, /net is torn/)
    await page.getByRole('link', { name: 'Failing' }).click()
    await page.getByTestId('report').waitFor()
    expect(await page.locator('main').count()).toBe(1)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(`${server.origin}/`)
  })

  it.each([
    ['an unknown path', '/no-such-page'],
    ['a page that is not found by its data', '/members?to=nowhere'],
  ])('shows one frame around %s, and the texts of its language', async (_, path) => {
    const response = await newVisitor(server.origin).fetch(path)
    expect(response.status).toBe(404)
    const text = await response.text()
    expect(text.match(/<main/g)).toHaveLength(1)
    expect(text).toContain('There is no page at this address.')
    expect(text).toContain('<title>404: This page could not be found.</title>')
  })

  it('redirects, and has its pages in the sitemap', async () => {
    const visitor = newVisitor(server.origin)
    expect((await visitor.fetch('/members')).headers.get('location')).toBe('/gallery')
    const sitemap = await (await visitor.fetch('/sitemap.xml')).text()
    const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path]) => path)
    expect(paths).toEqual(expect.arrayContaining(['/gallery', '/guestbook']))
    expect(sitemap).not.toMatch(/reports|photo|hreflang/)
  })

  it('opens a report over the list of the desk', async () => {
    const failed = await newVisitor(server.origin).fetch('/failing')
    expect(failed.status).toBe(500)
    const visitor = await operator(server.origin)
    const page = await visitor.open('/reports')
    await page.getByRole('link', { name: 'The net is torn' }).first().click()
    await page.locator('dialog[open]').getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/reports\/.+/)
    await page.reload()
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
    for (const name of ['Delivery', 'Jobs', 'Cache']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`${server.origin}/reports/${name.toLowerCase()}`)
    }
    const digest = /Digest: (\w+)/.exec(await failed.text())?.[1] ?? ''
    const found = await visitor.fetch(`/reports/find?id=${digest}`)
    expect(found.headers.get('location')).toMatch(/^\/reports\/[\da-f]{32}$/)
  })
})

describe('the application with a second language', { timeout: LIMIT_MS }, () => {
  let printed: string
  let refused: string
  beforeAll(async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    refused = (await command('add', 'languages', 'de')).err
    printed = await run(['add', 'languages', 'de', '--force'], ...CHECKS)
  }, LIMIT_MS)
  const server = withServer(() => ({ cwd: folder, env: { OPERATOR_TOKEN: TOKEN } }))

  it('overwrites uncommitted changes only with --force', () => {
    expect(refused).toMatch(/^app\/.* has changes that are not committed; commit them, or add --force$/m)
  })

  it('has a printed list of what is left to do', () => {
    expect(printed).toContain('Moved: 15 files of app/routes, below {-$locale}\n')
    expect(printed).toContain('Left to do. Translate app/locales/de/shell.json')
    expect(printed).toContain('<LocaleMenu />')
  })

  it.each([
    ['/', 200, 'href="/guestbook"'],
    ['/de', 200, 'href="/de/guestbook"'],
    ['/de/gallery', 200, 'href="/de/photo/7"'],
    ['/fr', 404, 'Harbour notes'],
    ['/sitemap.xml', 200, '/de/gallery'],
  ])('answers %s with %i', async (path, status, text) => {
    const response = await newVisitor(server.origin).fetch(path, { headers: { 'accept-language': 'en' } })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
  })

  it('has the desk in both languages', async () => {
    await operator(server.origin)
    await operator(server.origin, '/de/reports')
  })

  it('opens a page in a dialog over another', async () => {
    const page = await newVisitor(server.origin).open('/de/gallery')
    await page.getByRole('link', { name: 'Photo 7' }).click()
    await page.locator('dialog[open]').getByRole('heading', { name: 'Photo 7' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/de/photo/7')
  })

  it('takes a third language without moving its routes again', async () => {
    const { code, err } = await command('add', 'languages', 'fr', '--force')
    expect(code, err).toBe(0)
    expect(err).toContain('Written: app/routing.ts, app/locales/fr/shell.json')
  })
})
