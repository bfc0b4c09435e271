import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeRequest, type ExplainedUrl, explainRequest } from '#fairlead/cli/explain-request.ts'
import { printRoutes } from '#fairlead/cli/routes-command.ts'
import { publicFiles } from '#fairlead/host/vite/routing-plugin.ts'
import { type AppContext, describeTable } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { routesIn } from '#fairlead/navigation/routing-table/explain/route-list.ts'
import { defineRouting, type RoutingInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { STAGES } from '#fairlead/server/stages.ts'
import { root } from '#tests/harness/project-files.ts'
import { type Output, runProgram } from '#tests/harness/run-program.ts'
import { servedFolder, testEnvironment } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder(join(root, 'tests/.tmp'))

type Table = Omit<RoutingInput<'en' | 'de'>, 'locales' | 'defaultLocale'>

const LANGUAGES = { locales: ['en', 'de'], defaultLocale: 'en' } as const

/** Writes a table and runs a command with it. */
async function run(table: object, ...args: string[]): Promise<Output> {
  const file = join(folder, `${Math.random()}.ts`)
  await writeFile(
    file,
    `import { defineRouting } from 'fairlead/routing'
    export default defineRouting(${JSON.stringify({ ...LANGUAGES, ...table })})`,
  )
  const env = testEnvironment(join(folder, 'data'), { ROUTING_TABLE: file })
  return runProgram(['node_modules/fairlead/cli/cli.js', ...args], { cwd: servedFolder(), env })
}

const routingOf = (table: Table) => defineRouting({ ...LANGUAGES, ...table })

/** What the command knows of the application besides its table. The command takes a second to start, calls do not. */
function applicationOf({ prefixes }: Routing): AppContext {
  const { paths, servedAt } = routesIn(readFileSync(join(servedFolder(), 'routeTree.gen.ts'), 'utf8'), prefixes)
  return { routes: paths, files: publicFiles(servedFolder()), servedAt }
}

/** Returns what the command prints of a URL. */
function explain(table: Table, url: string, headers: Record<string, string> = {}): string {
  const routing = routingOf(table)
  const request = { url, headers: new Headers({ host: 'localhost', ...headers }) }
  return describeRequest(explainRequest(routing, applicationOf(routing), request)).join('\n')
}

const FAULTY = {
  redirects: [
    { source: 'a', destination: '/b', permanent: true },
    { source: '/a', destination: '/b', statusCode: 404 },
    { source: '/a/:b', destination: '/:c', permanent: true },
  ],
}

describe('a table with faults', () => {
  it.each(['build', 'start', 'routes', 'dev'])('stops %s, which names them all', async (command) => {
    const { code, err } = await run(FAULTY, command)
    expect(code).toBe(1)
    expect(err).toMatch(/redirects\[0\]\.source: does not start with \//)
    expect(err).toMatch(/redirects\[1\]\.statusCode: 404 /)
    expect(err).toMatch(/redirects\[2\]\.destination: :c is not in source/)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('npm run routes', () => {
  const TABLE: Table = {
    redirects: [
      { source: '/old', destination: '/guide', permanent: true },
      { source: '/older', destination: '/old', permanent: false },
    ],
    rewrites: [
      { source: '/manual/:path*', destination: '/guide/:path*' },
      { source: '/gone', destination: '/no-such-page', has: [{ type: 'header', key: 'x-old', value: '1' }] },
    ],
  }

  it('prints public paths, and the way of a request to one', () => {
    const pathnames = { '/guide/$': { de: ['/handbuch/$', '/anleitung/$'] } }
    const table = { pathnames: pathnames as never, prefixes: { de: '/germany' } }
    const routing = routingOf(table)
    const out = describeTable(routing, applicationOf(routing)).join('\n')
    expect(out).toContain('languages: en, de (/germany)')
    expect(out).toContain('/guide/$: de /handbuch/$ (was /anleitung/$)')
    const explained = explain(table, '/de/guide/one')
    expect(explained).toContain('responds: 308 to /germany/handbuch/one [locale]')
    expect(explained).toMatch(/\n\/germany\/handbuch\/one\n[^]*ends: a page with params/)
  })

  it('prints the table in the order it applies, and warnings apart', async () => {
    const { code, out, err } = await run(TABLE, 'routes')
    expect(code).toBe(0)
    const order = ['308 /old → /guide', 'Files', '/favicon.svg', 'fixed path', '/manual/:path* →', '/guide/$', '404']
    const places = order.map((part) => out.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(out).toContain('/gone → /no-such-page if header x-old = 1')
    expect(err).toContain('warning: redirects[1]: is redirected again: /older → /old → /guide')
    expect(err).toContain('warning: rewrites[1].destination: nothing is served at /no-such-page')
  })

  it.each([
    ['/older?a=1', {}, ['redirects[1] /older: applies → /old?a=1', 'ends: 308 to /guide?a=1', 'ends: a page']],
    ['/de/manual/x', {}, ['shown from /de/guide/x [rewrites[0]]']],
    ['/gone', {}, ['rewrites[1] /gone: a condition fails (has[0])', 'ends: 404']],
    ['/gone', { 'x-old': '1' }, ['rewrites[1] /gone: applies', 'ends: 404, shown from /no-such-page']],
    ['/en/old/', {}, ['ends: 308 to /en/old [slash]', 'ends: 308 to /old [locale]', 'ends: 308 to /guide']],
    ['/%zz', {}, ['ends: 400']],
    ['/', { 'accept-language': 'de' }, ['ends: 307 to /de [locale]']],
    // Pages with a TTL leave out params that they do not declare.
    ['/guide?a=1', {}, ['passes: responds if the route is shared and has a TTL']],
  ])('explains %s with %j rule by rule', (url, headers, parts) => {
    const out = explain(TABLE, url, headers)
    for (const part of parts) expect(out).toContain(part)
  })

  it('prints what explains a URL, with the headers that it is given', async () => {
    const { code, out } = await run(TABLE, 'routes', '/gone', '--header', 'x-old: 1')
    expect({ code, out }).toEqual({ code: 0, out: `${explain(TABLE, '/gone', { 'x-old': '1' })}\n` })
  })

  it('prints every stage in order: which responded, and what the others would have done', () => {
    const out = explain(TABLE, '/de/manual/x')
    const lines = out.split('\n').filter((line) => /^ {3}\S+ +(?:would )?(?:pass|respond)/.test(line))
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(STAGES.map(({ name }) => name))
    expect(out).toMatch(/locale +passes: de\n +routing-table +passes: shows \/de\/guide\/x \[rewrites\[0\]\]/)
    expect(out).toMatch(/render +responds: a page with params\n/)

    const redirected = explain(TABLE, '/old')
    expect(redirected).toMatch(/routing-table +responds: 308 to \/guide \[redirects\[0\]\]/)
    expect(redirected).toMatch(/method +would pass: .*\n(?:.*\n){5} +render +would respond: 404/)
  })

  it.each([
    ['/favicon.svg', 'static-files', 'a file'],
    ['/robots.txt', 'reserved-paths', 'a response that the server makes itself'],
    ['/de/favicon.ico', 'reserved-paths', '404'],
    ['/healthz', 'health', 'answered by the server'],
    ['/monitoring/csp', 'monitoring', 'answered by the server'],
    ['/%5fserverFn/x', 'server-functions', 'answered by the server'],
    ['/no-such-page', 'render', '404'],
  ])('%s: %s responds with %s', (path, stage, decision) => {
    expect(explain(TABLE, path)).toMatch(new RegExp(`^ {3}${stage} +responds: ${decision}`, 'm'))
  })

  it('knows the tunnel by its own path too', async () => {
    const env = { ROUTING_TABLE: 'app/routing.ts', SENTRY_TUNNEL_PATH: '/pier' }
    const options = { cwd: servedFolder(), env: testEnvironment(join(folder, 'data'), env) }
    for (const path of ['/pier', '/pier/csp', '/monitoring']) {
      const { out } = await runProgram(['node_modules/fairlead/cli/cli.js', 'routes', path], options)
      expect(out).toMatch(/^ {3}monitoring +responds: answered by the server/m)
    }
  })

  it('explains a table without prefixes by the language of the visitor', () => {
    const table: Table = { localePrefix: 'never', pathnames: { '/guide/$': { de: '/handbuch/$' } } }
    const german = explain(table, '/guide/one', { 'accept-language': 'de' })
    expect(german).toContain('ends: 307 to /handbuch/one [locale]')
    expect(german).toMatch(/\n\/handbuch\/one\n[^]*locale +passes: de\n[^]*ends: a page with params/)
    expect(explain(table, '/guide/one')).toMatch(/locale +passes: en\n[^]*ends: a page with params/)
    expect(explain(table, '/de/guide')).toContain('308 to /handbuch [locale]')
  })

  it('explains a request as JSON, each redirect an entry', async () => {
    const { code, out } = await run(TABLE, 'routes', '--json', '/old')
    const [first, second, ...more] = JSON.parse(out) as ExplainedUrl[]
    expect({ code, more }).toEqual({ code: 0, more: [] })
    expect(first).toMatchObject({ url: '/old', end: { type: 'responds', location: '/guide' } })
    expect(first?.stages.map(({ name }) => name)).toEqual(STAGES.map(({ name }) => name))
    expect(second).toMatchObject({ url: '/guide', end: { type: 'responds' } })
  })

  it.each([
    [['old'], 1, '"old" is not a path; paths start with /'],
    [['--json'], 1, '--json explains one request, and needs its path'],
    [['/gone', '--headers', 'x-old: 1'], 2, 'Usage: npm run routes '],
    [['/gone', '--header', 'x-old'], 2, 'Usage: npm run routes '],
    [['/gone', '/older'], 2, 'Usage: npm run routes '],
  ])('refuses %j with exit code %i', async (args, exitCode, message) => {
    await expect(printRoutes(args)).rejects.toMatchObject({
      exitCode,
      message: expect.stringContaining(message) as string,
    })
  })
})
