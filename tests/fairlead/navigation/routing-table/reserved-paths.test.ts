import { describe, expect, it } from 'vitest'
import { describeRequest, explainRequest } from '#fairlead/cli/explain-request.ts'
import { compileClientTable, createClientResolver } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import { warningsFor } from '#fairlead/navigation/routing-table/parse/warnings.ts'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'
import { redirect, routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

describe('reservedAt', () => {
  it.each([
    ['/_build/x.js', 'before-table'],
    ['/_serverFn/x', 'before-table'],
    ['/monitoring', 'before-table'],
    ['/monitoring/csp', 'before-table'],
    ['/monitoring-as-code', undefined],
    ['/healthz', 'before-table'],
    ['/robots.txt', 'generated'],
    ['/manifest.webmanifest', 'generated'],
    ['/sitemap.xml', 'generated'],
    ['/sitemap-2.xml', 'generated'],
    ['/.well-known', 'absent'],
    ['/.well-known/acme-challenge/x', 'absent'],
    ['/favicon.ico', 'absent'],
    ['/apple-touch-icon-precomposed.png', 'absent'],
    ['/favicon.icon', undefined],
    ['/lab/favicon.ico', undefined],
  ])('%s: %s', (path, reserved) => {
    expect(reservedAt(path)).toBe(reserved)
  })
})

const OVER_RESERVED =
  '/favicon.ico /apple-touch-icon.png /.well-known/:path* /robots.txt /sitemap.xml /healthz /monitoring/:path* /_build/a.js /_serverFn/:id /monitoring-as-code'.split(
    ' ',
  )

/** Every way in which one path may be ruled over. */
const tables = {
  redirect: (source: string) => routingOf({ redirects: [{ source, destination: '/page', permanent: false }] }),
  beforeFiles: (source: string) => routingOf({ rewrites: { beforeFiles: [{ source, destination: '/page' }] } }),
  afterFiles: (source: string) => routingOf({ rewrites: [{ source, destination: '/page' }] }),
}

const router = memoryRouter(['/page', '/$param', '/.well-known/$'])
const servedBy = (path: string) => (path === '/page' ? ('static' as const) : ('dynamic' as const))

describe.each(Object.entries(tables))('a rule on a reserved path: %s', (_, tableWith) => {
  it.each(OVER_RESERVED)('%s', (source) => {
    const path = source.replace(':path*', 'x').replace(':id', 'x')
    const isDead = reservedAt(path) === 'before-table'
    const routing = tableWith(source)

    expect(warningsFor(routing).map(({ kind }) => kind)).toEqual(isDead ? ['reserved'] : [])
    const surroundings = { routes: [], files: [], servedAt: servedBy }
    const explained = explainRequest(routing, surroundings, { url: path, headers: new Headers({ host: 'localhost' }) })
    expect(describeRequest(explained).at(-1)).toContain(isDead ? 'answered by the server, before any rule' : 'a page')
    const followed = createClientResolver(compileClientTable(routing), [], router, () => undefined).follow(path, '')
    expect(followed.type === 'document').toBe(isDead)
  })
})

describe('without a rule', () => {
  const routing = routingOf({ rewrites: { fallback: [{ source: '/other/:path*', destination: '/page' }] } })
  const resolver = createClientResolver(compileClientTable(routing), [], router, () => undefined)

  it.each([
    ['/robots.txt', 'a response that the server makes itself'],
    ['/favicon.ico', '404'],
    ['/de/favicon.ico', '404'],
    ['/healthz', 'answered by the server, before any rule'],
  ])('%s: %s, also for the browser', (url, end) => {
    const surroundings = { routes: [], files: [], servedAt: servedBy }
    const explained = explainRequest(routing, surroundings, { url, headers: new Headers() })
    expect(describeRequest(explained).at(-1)).toBe(`   ends: ${end}`)
    expect(resolver.follow(url, '')).toEqual({ type: 'document', url })
  })

  it('a redirect may lead to a path of the server, and a rewrite to a generated response', () => {
    const table = routingOf({
      redirects: [redirect('/status', '/healthz')],
      rewrites: [
        { source: '/robots', destination: '/robots.txt' },
        { source: '/health', destination: '/healthz' },
      ],
    })
    expect(warningsFor(table, () => false).map(({ place }) => place)).toEqual(['rewrites[1].destination'])
  })
})
