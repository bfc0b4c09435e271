import { describe, expect, it } from 'vitest'
import { resolveRedirect } from '#app/navigation/rules/resolve.ts'
import { to, type Target } from '#app/navigation/rules/to.ts'
import { served, tableOf } from '#tests/navigation/rules/tables.ts'

describe('to', () => {
  it('fills a route with params of the source', () => {
    expect(to('/handbook/$', { _splat: ':path*' })).toBe('/handbook/:path*')
    expect(to('/handbook/$', { _splat: 'decisions/:slug' })).toBe('/handbook/decisions/:slug')
  })

  it('encodes text, so that none of it counts as grammar', () => {
    expect(to('/handbook/$', { _splat: 'a b/c' })).toBe('/handbook/a%20b/c')
    const table = tableOf({
      redirects: [{ source: '/x', destination: to('/handbook/$', { _splat: 'a+b(c)*' }), permanent: false }],
    })
    expect(resolveRedirect(table, served('/x'))).toMatchObject({ location: '/handbook/a%2Bb(c)*' })
  })

  it('takes pages with no params alone', () => {
    expect(to('/handbook')).toBe('/handbook')
    expect(to('/')).toBe('/')
  })

  it('refuses what no route serves', () => {
    // @ts-expect-error no such page
    const nowhere: Target = '/no-such-page'
    // @ts-expect-error the catch-all is missing
    const incomplete = () => to('/handbook/$')
    // @ts-expect-error no such param
    const unknown = () => to('/handbook/$', { id: 'a' })
    expect([nowhere, incomplete, unknown]).toHaveLength(3)
  })
})
