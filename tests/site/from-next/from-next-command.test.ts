import { existsSync, globSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readAccepted, writeAccepted } from '#app/from-next/compare-accepted.ts'
import { runFromNext } from '#app/from-next/command.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { PLAIN_PAGE, fairleadApplication, nextApplication, serveHtml } from '#tests/site/from-next/application.ts'

/** Runs the command in the folder of an application, and returns its exit code and what it printed. */
async function runIn(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))))
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))))
  onTestFinished(() => [out, err].forEach((spy) => spy.mockRestore()))
  const code = await runFromNext(args, folder)
  return { code, ...printed }
}

const run = (...args: string[]) => runIn(project, ...args)

describe('bad input is a message, and nothing is written', () => {
  it.each<[string, () => string, string]>([
    ['no such folder', () => '/nowhere', '/nowhere is not a folder'],
    [
      'messages that are not JSON',
      () =>
        nextApplication({
          'app/page.tsx': PLAIN_PAGE,
          'i18n.ts':
            "import { defineRouting } from 'next-intl/routing'\ndefineRouting({ locales: ['en'], defaultLocale: 'en' })",
          'messages/en.json': '{',
        }),
      'messages/en.json is not JSON',
    ],
    [
      'a link of the public files that leads out',
      () => {
        const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE, 'public/a.txt': '' })
        symlinkSync(temporaryFolder(), join(root, 'public/out'))
        return root
      },
      'public/out is a symbolic link that leads out',
    ],
  ])('%s', async (_, application, message) => {
    const folder = fairleadApplication()
    const { code, out, err } = await run(application(), '--write', folder)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(message)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(folder, 'MOVE.md'))).toBe(false)
  })

  it('a folder to write to that leads elsewhere', async () => {
    const [folder, elsewhere] = [fairleadApplication(), temporaryFolder()]
    symlinkSync(elsewhere, join(folder, 'move'))
    const { code, err } = await run(nextApplication({ 'app/page.tsx': PLAIN_PAGE }), '--write', folder)
    expect([code, err]).toEqual([1, `move in ${folder} is a symbolic link, which may lead out; nothing is written\n`])
    expect(existsSync(join(elsewhere, 'index.md'))).toBe(false)
  })

  it('a folder without the library', async () => {
    const folder = temporaryFolder()
    const { code, err } = await run(nextApplication({ 'app/page.tsx': PLAIN_PAGE }), '--write', folder)
    const why =
      'has no package fairlead; run this in the folder of a new application, or name it by --write, after npm install'
    expect([code, err]).toEqual([1, `${folder} ${why}\n`])
  })

  it.each([
    [[], 'npx fairlead-from-next PATH'],
    [['a', '--nothing'], "Unknown option '--nothing'"],
    [['a', '--install'], "Unknown option '--install'"],
  ])('arguments %j', async (args, message) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err).toContain(message)
  })
})

it('--write writes the table, messages and task sheets, and no page', async () => {
  const root = nextApplication({
    'app/[locale]/page.tsx': PLAIN_PAGE,
    'app/[locale]/about/page.tsx': PLAIN_PAGE,
    'app/[locale]/notes/page.tsx': PLAIN_PAGE,
    'app/healthz/route.ts': 'export const GET = () => new Response()',
    'i18n.ts':
      "import { defineRouting } from 'next-intl/routing'\ndefineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })",
    'messages/en.json': '{ "Start": { "hello": "Hello" }, "Nav": { "a": "A" }, "title": "A" }',
    'messages/de.json': '{ "Start": { "hello": "Hallo" } }',
    'public/a.txt': 'a',
  })
  const folder = fairleadApplication({
    'app/locales/en/Nav.json': '{ "b": "B" }',
    'app/routes/{-$locale}/notes.$id.tsx': '',
    'app/routes/about.tsx': '',
  })
  const { code, out } = await run(root, '--write', folder)
  expect(code).toBe(0)
  expect(
    globSync(['*.md', 'app/**/*.*', 'move/*'], { cwd: folder })
      .filter((path) => !path.includes('routes/'))
      .toSorted(),
  ).toEqual([
    'MOVE.md',
    'app/locales/de/Start.json',
    'app/locales/en/Nav.json',
    'app/locales/en/Start.json',
    'app/messages.d.ts',
    'app/routing.ts',
    'move/about.md',
    'move/healthz.md',
    'move/index.md',
    'move/notes.md',
  ])
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  expect(read('app/routing.ts')).toContain("locales: ['en', 'de'],\n  defaultLocale: 'en',\n  localePrefix: 'always',")
  expect(read('app/messages.d.ts')).toContain(
    "import type Start from '#app/locales/en/Start.json'\n\ndeclare module 'fairlead/messages' {\n  interface Namespaces {\n    Start: typeof Start\n",
  )
  for (const [name, owner] of [
    ['about', 'app/routes/about.tsx'],
    ['healthz', 'the server'],
    ['notes', 'app/routes/{-$locale}/notes.$id.tsx'],
  ])
    expect(read(`move/${name}.md`)).toContain(`\n- the address is taken here, by ${owner}\n`)
  expect(read('move/index.md')).not.toContain('is taken')
  expect(read('app/locales/de/Start.json')).toContain('Hallo')
  for (const text of ['`title`: not written: a namespace is', '`Nav`: not written: app/locales/en/Nav.json is here'])
    expect(read('MOVE.md')).toContain(text)
  expect(out).toMatch(/^pages 3, server routes 1, guards 0, behind a guard 0, .*\n$/)
})

it('without --write, it prints MOVE.md', async () => {
  const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE })
  const { code, out } = await run(root)
  expect([code, out.split('\n', 1)]).toEqual([0, ['# From Next.js, page by page']])
})

describe('compare', () => {
  /** Two servers with a sitemap of two posts, whose titles and headings are given. */
  async function servers(oldTitle: string, newTitle: string) {
    const asked: string[] = []
    const server = (title: string) =>
      serveHtml(({ url = '', headers: { cookie = '' } }, response) => {
        asked.push(url + cookie.replace(/(?:; )?beside=0$/, ''))
        const urls = ['/blog/a', '/blog/b', '/'].map((path) => `<url><loc>https://example.com${path}</loc></url>`)
        response.end(
          url === '/sitemap.xml' ? urls.join('') : `<title>${url.startsWith('/blog') ? title : 'Home'}</title>`,
        )
      })
    const [old, next] = [await server(oldTitle), await server(newTitle)]
    return { urls: ['--old', old.origin, '--new', next.origin, '--http'], asked }
  }

  it('asks for the given addresses alone, those of a file, and those of a route', async () => {
    const { urls, asked } = await servers('A', 'A')
    const { code, out } = await run('compare', '/a?b=1', ...urls)
    expect(code).toBe(0)
    expect(out).toMatch(/\n1 address, 1 the same, 0 differ\n$/)
    expect(asked).toEqual(['/a?b=1', '/a?b=1'])
    const [list, log] = [join(temporaryFolder(), 'list'), join(temporaryFolder(), 'log')]
    writeFileSync(list, '/blog/[slug]\r\n\n/c\n')
    writeFileSync(log, '1 - - [-] "GET /blog/d HTTP/1.1" 200 1\n1 - - [-] "GET /e HTTP/1.1" 200 1')
    asked.length = 0
    await run('compare', '--addresses', list, '--log', log, '--cookie', 'a=1', ...urls)
    const pages = ['/c', '/blog/a', '/blog/b', '/blog/d']
    expect([...new Set(asked)].filter((url) => !/sitemap|robots/.test(url)).toSorted()).toEqual(
      [...pages, ...pages.map((page) => `${page}a=1`)].toSorted(),
    )
  })

  it('accepts differences by a file, and says which no longer occur', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'accepted-differences.json')
    const first = await servers('A', 'B')
    const all = await runIn(folder, 'compare', ...first.urls)
    expect(all.code).toBe(1)
    expect(all.out).toContain('/blog/a\n  title: A → B\n/blog/b\n  title: A → B\n')
    const route = await runIn(folder, 'compare', '/blog/[slug]', '--accept', ...first.urls)
    expect(route.code).toBe(0)
    expect(route.out).toMatch(/^On all 2 addresses\n {2}title: A → B\nMedians/)
    const entry = { address: '/blog/[slug]', what: 'title', old: 'A', new: 'B', why: '' }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([entry])
    expect((await runIn(folder, 'compare', ...first.urls)).code).toBe(0)

    const second = await servers('A', 'C')
    const other = await runIn(folder, 'compare', '/blog/a', ...second.urls)
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('/blog/a\n  title: A → C\n')])
    // Other addresses of the route may have it still.
    expect(other.out).not.toContain('no longer')
    expect((await runIn(folder, 'compare', '/blog/a', '--accept', ...second.urls)).code).toBe(0)
    const added = { ...entry, address: '/blog/a', new: 'C' }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([entry, added])
    const same = await servers('A', 'A')
    const gone = 'accepted-differences.json: /blog/a, title no longer occurs\n'
    expect((await runIn(folder, 'compare', '/blog/a', ...same.urls)).out).toContain(gone)
    expect((await runIn(folder, 'compare', '/', ...same.urls)).out).not.toContain('no longer')
    await runIn(folder, 'compare', '/blog/a', '--accept', ...same.urls)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([entry])

    const kept = [
      { address: '/[[...path]]', what: 'title', why: 'New titles.' },
      { address: '/blog/a', what: 'picture at 390 px', why: 'A new frame.' },
      { address: '/blog/a', what: 'text', when: 'with JavaScript', why: 'A clock.' },
    ]
    writeFileSync(file, JSON.stringify(kept))
    const { code, out } = await runIn(folder, 'compare', '--json', ...second.urls)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ addresses: [{ address: '/blog/a', differences: [] }, {}, {}], unused: [] })
  })

  it('accepts a header that pages have one after the other in one entry for all, and nothing else', () => {
    const folder = temporaryFolder()
    const found = (what: string) => ({ what, old: '', new: 'nosniff', when: '' })
    const page = (address: string) => [
      { address, differences: [found('header x-content-type-options'), found('title')], figures: { old: {}, new: {} } },
    ]
    const entry = (address: string, what: string, why = '') => ({ address, what, old: '', new: 'nosniff', why })
    const kept = [entry('/a', 'header x-content-type-options', 'New.'), entry('/a', 'title')]
    writeAccepted(folder, kept, page('/b'), ['/[[...path]]'], [])
    expect(readAccepted(folder)).toEqual([
      entry('/[[...path]]', 'header x-content-type-options', 'New.'),
      entry('/a', 'title'),
      entry('/b', 'title'),
    ])
  })

  it('says that it has no Chromium, and that it leaves addresses out', async () => {
    const { urls } = await servers('A', 'A')
    const folder = temporaryFolder()
    const { code, err } = await runIn(folder, 'compare', '--limit', '1', ...urls.slice(0, -1))
    expect(code).toBe(0)
    expect(err.split('\n')).toEqual([
      '3 addresses are found, and the first 1 compared: see --limit',
      `Compared by HTTP only: ${folder} has no package playwright-core`,
      '',
    ])
  })

  it.each<[string, string[], string]>([
    ['an option that is none', ['--nothing'], "Unknown option '--nothing'"],
    ['another machine', ['--new', 'http://example.com'], 'example.com is not this machine'],
    ['no address', ['http://localhost:3'], '"http://localhost:3" is no address; allowed: /path, /[param]'],
    ['a missing file', ['--log', '/nowhere'], '--log: /nowhere is not there'],
    ['a limit', ['--limit', '0'], '--limit 0 is not a number from 1'],
    ['a cookie without a name', ['--cookie', 'a'], '--cookie is none; allowed: name=value'],
    ['a cookie that no header takes', ['--cookie', 'a=\n'], '--cookie is none; allowed: name=value'],
    ['no Chromium for clicks', ['--http', '--click'], '--http has no Chromium'],
    ['no package for clicks', ['/', '--click'], 'has no package playwright-core'],
    [
      'a server that does not run',
      ['/', '--http', '--old', 'http://127.0.0.1:1'],
      'http://127.0.0.1:1 does not answer',
    ],
    ['a route without addresses', ['/[a]', '--http', '--old', 'http://127.0.0.1:1'], '/[a]: the sitemaps of'],
  ])('ends with 2 for %s', async (_, args, message) => {
    const next = await serveHtml((_request, response) => void response.end())
    const { code, err } = await runIn(temporaryFolder(), 'compare', '--new', next.origin, ...args)
    expect(err).toContain(message)
    expect([code, err.trim().split('\n').length]).toEqual([2, 1])
  })

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'is not an array'],
    ['[{ "address": "/", "what": "title" }]', 'entry 1 has no why; allowed: texts for address, what, old'],
    ['[{ "address": "/", "what": 1, "why": "" }]', 'entry 1 has a wrong what'],
    ['[null]', 'entry 1 has no address'],
    ['[{ "path": "/" }]', 'entry 1 has a wrong path'],
  ])('ends with 2 for accepted differences %s', async (text, message) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'accepted-differences.json'), text)
    const { code, err } = await runIn(folder, 'compare', '/', '--http')
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('has a help', async () => {
    const { code, out } = await run('compare', '--help')
    expect([code, out]).toEqual([0, expect.stringContaining('npx fairlead-from-next compare [ROUTE | ADDRESS]…')])
  })
})

it('an application of many pages is read and written', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `app/p${index}/page.tsx`,
      `import Link from 'next/link'\nimport { a } from '../../lib/hub'\nexport default async function Page() { return <Link href="/p${index + 1}">{await a(${index})}</Link> }`,
    ]),
  )
  const root = nextApplication({ ...files, 'lib/hub.ts': "import 'swr'\nexport const a = async (x) => x" })
  const folder = fairleadApplication()
  const { code, out } = await run(root, '--json', '--write', folder)
  expect(code).toBe(0)
  expect((JSON.parse(out) as { counts: object }).counts).toMatchObject({ pages: 300, packages: 1 })
  expect(readdirSync(join(folder, 'move'))).toHaveLength(300)
})
