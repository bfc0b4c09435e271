import { describe, expect, it } from 'vitest'
import { resolveRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { routePath as typedRoutePath } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

/** Without the routes of this site, which its types know. */
const routePath = typedRoutePath as (path: string, params?: Record<string, string>) => string

describe('routePath', () => {
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
})
