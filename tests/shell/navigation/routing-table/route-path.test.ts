import { describe, expect, it } from 'vitest'
import { resolveRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { routePath, type Target } from '#app/navigation/routing-table/parse/route-path.ts'
import { served, tableOf } from '#tests/shell/navigation/routing-table/tables.ts'

describe('to', () => {
  it('fills a route with params of the source', () => {
    expect(routePath('/handbook/$', { _splat: ':path*' })).toBe('/handbook/:path*')
    expect(routePath('/handbook/$', { _splat: 'decisions/:slug' })).toBe('/handbook/decisions/:slug')
  })

  it('encodes text, so that it is not parsed as a pattern', () => {
    expect(routePath('/handbook/$', { _splat: 'a b/c' })).toBe('/handbook/a%20b/c')
    const table = tableOf({
      redirects: [{ source: '/x', destination: routePath('/handbook/$', { _splat: 'a+b(c)*' }), permanent: false }],
    })
    expect(resolveRedirect(table, served('/x'))).toMatchObject({ location: '/handbook/a%2Bb(c)*' })
  })

  it('accepts only pages without params', () => {
    expect(routePath('/handbook')).toBe('/handbook')
    expect(routePath('/')).toBe('/')
  })

  it('refuses paths without a route', () => {
    // @ts-expect-error no such page
    const nowhere: Target = '/no-such-page'
    // @ts-expect-error the catch-all is missing
    const incomplete = () => routePath('/handbook/$')
    // @ts-expect-error no such param
    const unknown = () => routePath('/handbook/$', { id: 'a' })
    expect([nowhere, incomplete, unknown]).toHaveLength(3)
  })
})
