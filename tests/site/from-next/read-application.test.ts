import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '#app/from-next/source.ts'
import { readApplication } from '#app/from-next/read-application.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { nextApplication, PLAIN_PAGE } from '#tests/site/from-next/application.ts'

const pages = (root: string) =>
  [...readApplication(root).modules.values()].flatMap(({ path, convention }) =>
    convention ? [`${convention.router} ${path}`] : [],
  )

describe('reading an application', () => {
  it.each([
    ['app', { 'app/page.tsx': PLAIN_PAGE }, ['app app/page.tsx']],
    ['src/app in JavaScript', { 'src/app/page.jsx': PLAIN_PAGE }, ['app src/app/page.jsx']],
    ['pages in .js', { 'pages/index.js': PLAIN_PAGE }, ['pages pages/index.js']],
    ['src/pages', { 'src/pages/index.tsx': PLAIN_PAGE }, ['pages src/pages/index.tsx']],
    [
      'both routers',
      { 'app/page.tsx': PLAIN_PAGE, 'pages/old.tsx': PLAIN_PAGE },
      ['app app/page.tsx', 'pages pages/old.tsx'],
    ],
  ])('finds the pages in %s', (_, files, found) => {
    expect(pages(nextApplication(files))).toEqual(found)
  })

  it.each([
    [
      'a folder without Next.js',
      { 'package.json': '{}', 'app/page.tsx': PLAIN_PAGE },
      'has neither next in package.json nor a next.config',
    ],
    ['an application without routes', { 'lib/a.ts': '' }, 'has no folder app, pages, src/app or src/pages'],
    ['a repository of several', { 'package.json': '{}', 'apps/web/next.config.js': '' }, 'perhaps it is apps/web'],
    [
      'a package.json that is not JSON',
      { 'package.json': '{', 'app/page.tsx': PLAIN_PAGE },
      'package.json is not JSON',
    ],
    ['syntax errors', { 'app/page.tsx': '\nexport default <', 'app/b/page.tsx': 'import {' }, 'app/b/page.tsx:1: '],
    [
      'brackets within brackets',
      { 'app/page.tsx': `x = ${'['.repeat(100_000)}` },
      'app/page.tsx: brackets are nested deeper than 500',
    ],
    [
      'a syntax error of next.config',
      { 'app/page.tsx': PLAIN_PAGE, 'next.config.js': 'module.exports = {' },
      'next.config.js:1: ',
    ],
    [
      'a base path that leads out',
      { 'app/page.tsx': PLAIN_PAGE, 'next.config.js': "module.exports = { basePath: '/../../../out' }" },
      'next.config.js:1: basePath "/../../../out" has the segment ".."; allowed: a path such as /docs',
    ],
    [
      'a package.json without end',
      { 'app/page.tsx': PLAIN_PAGE, 'package.json': `{}${' '.repeat(1_000_001)}` },
      'package.json is larger than 1 MB',
    ],
  ])('refuses %s', (_, files, message) => {
    expect(() => readApplication(nextApplication(files))).toThrow(message)
  })

  it('refuses what is no folder', () => {
    expect(() => readApplication('/nowhere/at/all')).toThrow('/nowhere/at/all is not a folder')
  })

  it.each(['package.json', 'tsconfig.json'])('refuses a pipe in place of %s, to which nobody writes', (name) => {
    const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE })
    rmSync(join(root, name), { force: true })
    spawnSync('mkfifo', [join(root, name)])
    expect(() => readApplication(root)).toThrow(`${name} is not a regular file`)
  })

  it('refuses a symbolic link that leads out, and does not follow others', () => {
    const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE })
    symlinkSync(root, join(root, 'app/again'))
    symlinkSync('nowhere', join(root, 'app/broken'))
    expect(pages(root)).toEqual(['app app/page.tsx'])
    symlinkSync(temporaryFolder(), join(root, 'app/out'))
    expect(() => readApplication(root)).toThrow('app/out is a symbolic link that leads out of')
  })

  it('refuses more files than the limit', () => {
    const { entries } = LIMITS
    onTestFinished(() => void Object.assign(LIMITS, { entries }))
    Object.assign(LIMITS, { entries: 3 })
    expect(pages(nextApplication({ 'app/page.tsx': PLAIN_PAGE }))).toEqual(['app app/page.tsx'])
    const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE, 'lib.ts': '' })
    expect(() => readApplication(root)).toThrow('has more than 3 files and folders')
  })

  it('reports a file that is too large, and does not read it', () => {
    const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE, 'lib/large.ts': `${' '.repeat(LIMITS.fileBytes)}(` })
    expect(readApplication(root).unread).toEqual(['lib/large.ts'])
  })
})

describe('next.config', () => {
  const RULES = "[{ source: '/a', destination: '/b', permanent: true }]"
  const redirects = (config: string, options = {}) => {
    const root = nextApplication({ 'app/page.tsx': PLAIN_PAGE, 'next.config.mjs': config })
    return readApplication(root, options).config?.entries.get('redirects')?.value?.value
  }
  const expected = [{ source: '/a', destination: '/b', permanent: true }]

  it.each([
    ['an object', `export default { async redirects() { return ${RULES} } }`],
    [
      'a constant with a type',
      `const rules = ${RULES}\nconst config = { redirects: () => rules }\nexport default config`,
    ],
    ['a plugin around it', `const c = { redirects: async () => ${RULES} }\nexport default withIntl()(c)`],
    ['a function', `export default (phase) => ({ redirects: async () => ${RULES} })`],
    ['module.exports', `module.exports = { redirects: async () => [...${RULES}] }`],
  ])('is read as text: %s', (_, config) => {
    expect(redirects(config)).toEqual(expected)
  })

  it('is not run, unless that is asked for', () => {
    const root = nextApplication({
      'app/page.tsx': PLAIN_PAGE,
      'next.config.mjs': `import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\nexport default { redirects: async () => ['a'].map((a) => ({ source: '/' + a, destination: '/b', permanent: true })) }`,
    })
    expect(readApplication(root).config?.entries.get('redirects')?.value).toBeUndefined()
    expect(existsSync(join(root, 'ran'))).toBe(false)
    expect(readApplication(root, { runsConfig: true }).config?.entries.get('redirects')?.value?.value).toEqual(expected)
    expect(existsSync(join(root, 'ran'))).toBe(true)
  })

  it('says what is wrong when it fails', () => {
    expect(() => redirects("throw new Error('no key')", { runsConfig: true })).toThrow(
      'failed: Error: no key; without --config',
    )
  })

  it('has constants that name each other without end, which are given up', () => {
    const lists = Array.from({ length: 40 }, (_, index) => `const c${index} = [...c${index + 1}, ...c${index + 1}]`)
    expect(
      redirects(`${lists.join('\n')}\nconst c40 = [1]\nexport default { redirects: async () => c0 }`),
    ).toBeUndefined()
  })
})
