import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { missingPackages, runFromNext } from '#app/from-next/command.ts'
import { readApplication } from '#app/from-next/read-application.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { nextApplication, PLAIN_PAGE, writeFiles } from '#tests/site/from-next/application.ts'

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
    const folder = join(temporaryFolder(), 'out')
    const { code, out, err } = await run(application(), '--write', folder)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(message)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(existsSync(folder)).toBe(false)
  })

  it('a folder to write to that leads elsewhere', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
    symlinkSync(elsewhere, join(folder, 'app'))
    const { code, err } = await run(nextApplication({ 'app/page.tsx': PLAIN_PAGE }), '--write', folder)
    expect([code, err]).toEqual([1, `app in ${folder} is a symbolic link, which may lead out; nothing is written\n`])
    expect(existsSync(join(elsewhere, 'routing.ts'))).toBe(false)
  })

  it('--install without a folder to install into', async () => {
    const { code, err } = await run(nextApplication({ 'app/page.tsx': PLAIN_PAGE }), '--install')
    expect([code, err.split('\n', 1)]).toEqual([1, ['--install needs --write FOLDER']])
  })

  it.each([
    [[], 'npm run from-next -- PATH'],
    [['a', '--nothing'], "Unknown option '--nothing'"],
    [['--compare', 'http://localhost:1'], 'npm run from-next -- PATH'],
    [['--compare', 'http://localhost:1', 'http://example.com'], 'example.com is not this machine'],
  ])('arguments %j', async (args, message) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err).toContain(message)
  })
})

it('--install adds the packages that modules, styles, fonts and MDX need, in the versions of the application', () => {
  const root = nextApplication({
    'package.json': JSON.stringify({
      dependencies: { next: '16.0.0', 'next-intl': '4.0.0', '@clerk/nextjs': '6.0.0', react: '19.0.0', swr: '2.1.0' },
      devDependencies: { tailwindcss: '4.0.0', unused: '1.0.0', '@types/swr': '0.1.0' },
    }),
    'app/page.tsx': "import useSWR from 'swr'\nimport '@clerk/nextjs'\nexport default () => useSWR('a')",
    'app/layout.tsx': "import { Inter } from 'next/font/google'\nInter()\nexport default ({ children }) => children",
    'app/notes/page.mdx': '# Notes',
  })
  expect(missingPackages(readApplication(root), new Set(['react']))).toEqual({
    swr: '2.1.0',
    tailwindcss: '4.0.0',
    '@types/swr': '0.1.0',
    '@mdx-js/rollup': '^3.1.0',
    '@fontsource-variable/inter': '^5.2.0',
  })
})

it('an application of many files is read and written', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `app/p${index}/page.tsx`,
      `import { a } from '../../lib/hub'\nexport default async function Page({ params }) { const x = await a(${index}); return <p>{x}</p> }`,
    ]),
  )
  const root = nextApplication({ ...files, 'lib/hub.ts': "import 'swr'\nexport const a = async (x) => x" })
  writeFiles(root, { 'public/a.txt': 'a' })
  const { code, out } = await run(root, '--json', '--write', join(temporaryFolder(), 'out'))
  expect(code).toBe(0)
  expect((JSON.parse(out) as { files: object }).files).toMatchObject({ 'by hand': expect.any(Number) })
})
