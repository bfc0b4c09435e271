import { existsSync, globSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runFromNext } from '#app/from-next/command.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { PLAIN_PAGE, fairleadApplication, nextApplication, serveHtml } from '#tests/site/from-next/application.ts'

/** Runs the command, and returns its exit code and what it printed. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))))
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))))
  onTestFinished(() => [out, err].forEach((spy) => spy.mockRestore()))
  const code = await runFromNext(args, project)
  return { code, ...printed }
}

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
    [['--compare', 'http://localhost:1'], 'npx fairlead-from-next PATH'],
    [['a', '--install'], "Unknown option '--install'"],
    [['--compare', 'http://localhost:1', 'http://example.com'], 'example.com is not this machine'],
    [['--compare', 'http://localhost:1', 'http://localhost:2', 'http://localhost:3'], 'npx fairlead-from-next PATH'],
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

it('--compare asks for the given addresses alone', async () => {
  const asked: (string | undefined)[] = []
  const server = () =>
    serveHtml(({ url }, response) => {
      asked.push(url)
      response.end(`<title>${asked.length > 2 ? '' : 'a'}</title>`)
    })
  const [old, next] = [await server(), await server()]
  const { code, out } = await run('--compare', old.origin, next.origin, '/a?b=1')
  expect([code, out]).toEqual([0, '1 addresses, 1 the same, 0 differ\n'])
  expect(asked).toEqual(['/a?b=1', '/a?b=1'])
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
