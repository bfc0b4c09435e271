import { describe, expect, it } from 'vitest'
import type { RedirectInput } from '#app/navigation/routing-table/parse/define-routing.ts'
import { resolveRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { browsed, served, tableOf } from '#tests/shell/navigation/routing-table/tables.ts'

/** What `rules-cases.ts` has, which is asked of a server and a browser, is not repeated here. */
const redirects: RedirectInput[] = [
  { source: '/redirect1', destination: '/', permanent: false },
  { source: '/redirect3', destination: '/another', statusCode: 302 },
  { source: '/hello/:id/another', destination: '/blog/:id', permanent: false },
  { source: '/docs/router-status/:code', destination: '/docs/v2/network/status-codes#:code', statusCode: 301 },
  {
    source: '/query-redirect/:section/:name',
    destination: '/with-params?first=:section&second=:name',
    permanent: false,
  },
  { source: '/unnamed/(first|second)/(.*)', destination: '/got-unnamed', permanent: false },
  { source: '/to-external', destination: 'https://google.com', permanent: false },
  { source: '/loop', destination: '/loop', permanent: false },
  { source: '/redirect/me/to-about/:lang', destination: '/:lang/about', permanent: false },
  { source: '/Case', destination: '/cased', permanent: false },
  { source: '/many/:path*', destination: '/all/:path*', permanent: false },
  { source: '/some/:path+', destination: '/all/:path*', permanent: false },
  { source: '/maybe/:path?', destination: '/one/:path', permanent: false },
  { source: '/number/:n(\\d{1,3})', destination: '/n/:n', permanent: false },
  { source: '/escaped/\\(a\\)', destination: '/plain', permanent: false },
  { source: '/über/:x', destination: '/ü/:x', permanent: false },
  { source: '/keep-own', destination: '/own?a=1', permanent: false },
  { source: '/odd', destination: '/even?', permanent: false },
  { source: '/at-noon', destination: '/clock?time=12:30&zone=:zone', permanent: false },
  { source: '/in-query/:path*', destination: '/list?path=:path*', permanent: false },
  { source: '/in-fragment/:path*', destination: '/list#:path*', permanent: false },
  { source: '/hash-router/:id', destination: 'https://app.example/#/login?next=/:id&a=?', permanent: false },
  { source: '/hash-escaped', destination: '/app#/login\\?next=x', permanent: false },
  { source: '/hash-optional/:part?', destination: '/app#at:part?', permanent: false },
  { source: '/to-sub/:team', destination: 'https://:team.example.com/home', permanent: false },
  { source: '/to-port/:x', destination: 'http://example.com:8080/:x', permanent: false },
]
const table = tableOf({ redirects })
const at = (url: string) => resolveRedirect(table, served(url))

describe('a redirect rule', () => {
  it.each([
    ['/to-external?a=b', 307, 'https://google.com/?a=b'],
    ['/loop', 307, '/loop'],
    ['/redirect/me/to-about/%5Cgoogle.com', 307, '/%5Cgoogle.com/about'],
    ['/CASE', 307, '/cased'],
    ['/many', 307, '/all'],
    ['/some/a', 307, '/all/a'],
    ['/maybe', 307, '/one'],
    ['/maybe/x', 307, '/one/x'],
    ['/number/12', 307, '/n/12'],
    ['/escaped/(a)', 307, '/plain'],
    ['/%C3%BCber/a%2Fb', 307, '/%C3%BC/a%2Fb'],
    ['/%c3%bcber/x', 307, '/%C3%BC/x'],
    ['/redirect%31', 307, '/'],
    ['/redirect1?q=1&=', 307, '/?q=1&='],
    ['/redirect1?a=1&', 307, '/?a=1'],
    ['/redirect1?a=1&a=2', 307, '/?a=1&a=2'],
    ['/keep-own?a=2&b=3', 307, '/own?b=3&a=1'],
    ['/odd?x=%20y', 307, '/even?x=%20y'],
    ['/at-noon', 307, '/clock?time=12:30&zone=:zone'],
    ['/in-query/a/b', 307, '/list?path=a/b'],
    ['/in-query', 307, '/list?path='],
    ['/in-fragment/a/b', 307, '/list#a/b'],
    ['/hash-router/7', 307, 'https://app.example/#/login?next=/7&a=?'],
    ['/hash-escaped', 307, '/app#/login?next=x'],
    ['/hash-optional', 307, '/app#at'],
    ['/in-fragment', 307, '/list'],
    ['/query-redirect/a&b=c/d+e', 307, '/with-params?first=a%26b=c&second=d%2Be'],
    ['/to-sub/red', 307, 'https://red.example.com/home'],
    ['/to-port/x', 307, 'http://example.com:8080/x'],
  ])('%s answers %i to %s', (url, status, location) => {
    expect(at(url)).toMatchObject({ type: 'redirect', status, location })
  })

  it.each([
    '/unnamed/third/x',
    '/some',
    '/number/1234',
    '/hello/1/2/another',
    '/redirect1/more',
    // A value that is no host name must not choose the host.
    '/to-sub/evil.com%2F',
    '/to-sub/evil.com%23',
    '/to-sub/a@evil.com',
  ])('%s is unchanged', (url) => {
    expect(at(url)).toEqual({ type: 'none' })
  })

  it('keeps the fragment a browser knows, unless the destination has its own', () => {
    expect(resolveRedirect(table, browsed('/redirect3#top'))).toMatchObject({ location: '/another#top' })
    expect(resolveRedirect(table, browsed('/docs/router-status/500#top'))).toMatchObject({
      location: '/docs/v2/network/status-codes#500',
    })
  })

  it('applies by its order, not by its specificity', () => {
    const first = tableOf({
      redirects: [
        { source: '/a/:x', destination: '/general', permanent: false },
        { source: '/a/b', destination: '/specific', permanent: false },
        { source: '/:any*', destination: '/rest', permanent: false },
      ],
    })
    expect(resolveRedirect(first, served('/a/b'))).toMatchObject({ by: 'redirects[0]' })
    expect(resolveRedirect(first, served('/z'))).toMatchObject({ by: 'redirects[2]' })
  })
})

describe('slashes', () => {
  it.each([
    ['/about/?a=b', false, '/about?a=b'],
    ['/de/', false, '/de'],
    ['/catch-all/hello.world/', false, '/catch-all/hello.world'],
    ['//evil.com', false, '/evil.com'],
    ['/\\evil.com?a=//b', false, '/evil.com?a=//b'],
    ['/a//b', false, '/a/b'],
    ['/about?a=b', true, '/about/?a=b'],
    ['/catch-all/hello.world/', true, '/catch-all/hello.world'],
  ])('%s, trailing slash %s: 308 to %s', (url, trailingSlash, location) => {
    expect(resolveRedirect(tableOf({ trailingSlash }), served(url))).toEqual({
      type: 'redirect',
      status: 308,
      location,
      by: 'slash',
    })
  })

  it.each([
    ['/', false],
    ['/about', false],
    ['/a%2Fb', false],
    ['/%2F%2Fevil.com', false],
    ['/about/', true],
    ['/', true],
    ['/hello.world', true],
    ['/hello./', true],
    ['/.well-known/x', true],
    ['/.well-known/x/', true],
  ])('%s, trailing slash %s: stays', (url, trailingSlash) => {
    expect(resolveRedirect(tableOf({ trailingSlash }), served(url))).toEqual({ type: 'none' })
  })

  it('a path longer than the limit for patterns is too long', () => {
    expect(at(`/${'a'.repeat(4_095)}`)).not.toEqual({ type: 'too-long' })
    expect(at(`/${'a'.repeat(4_096)}?x`)).toEqual({ type: 'too-long' })
    expect(at(`/a?${'x'.repeat(5_000)}`)).not.toEqual({ type: 'too-long' })
  })

  it.each(['/%', '/%zz', '/%E0%A4'])('%s is malformed', (url) => {
    expect(at(url)).toEqual({ type: 'malformed' })
  })
})
