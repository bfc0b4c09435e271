import { describe, expect, it } from 'vitest'
import type { RedirectInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { resolveRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { browsed, redirect, served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

/** What `rules-cases.ts` has, which is asked of a server and a browser, is not repeated here. */
const redirects: RedirectInput[] = [
  redirect('/redirect1', '/'),
  { source: '/redirect3', destination: '/another', statusCode: 302 },
  redirect('/hello/:id/another', '/blog/:id'),
  { source: '/docs/router-status/:code', destination: '/docs/v2/network/status-codes#:code', statusCode: 301 },
  redirect('/query-redirect/:section/:name', '/with-params?first=:section&second=:name'),
  redirect('/unnamed/(first|second)/(.*)', '/got-unnamed'),
  redirect('/numbered/:0', '/got/:0'),
  redirect('/to-external', 'https://google.com'),
  redirect('/redirect/me/to-about/:lang', '/:lang/about'),
  redirect('/Case', '/cased'),
  redirect('/many/:path*', '/all/:path*'),
  redirect('/some/:path+', '/all/:path*'),
  redirect('/maybe/:path?', '/one/:path'),
  redirect('/number/:n(\\d{1,3})', '/n/:n'),
  redirect('/escaped/\\(a\\)', '/plain'),
  redirect('/über/:x', '/ü/:x'),
  redirect('/keep-own', '/own?a=1'),
  redirect('/odd', '/even?'),
  redirect('/at-noon', '/clock?time=12:30&zone=:zone'),
  redirect('/in-query/:path*', '/list?path=:path*'),
  redirect('/in-fragment/:path*', '/list#:path*'),
  redirect('/hash-router/:id', 'https://app.example/#/login?next=/:id&a=?'),
  redirect('/hash-escaped', '/app#/login\\?next=x'),
  redirect('/hash-optional/:part?', '/app#at:part?'),
  redirect('/to-sub/:team', 'https://:team.example.com/home'),
  redirect('/to-port/:x', 'http://example.com:8080/:x'),
]
const table = tableOf({ redirects })
const at = (url: string) => resolveRedirect(table, served(url))

describe('a redirect rule', () => {
  it.each([
    ['/to-external?a=b', 307, 'https://google.com/?a=b'],
    ['/redirect/me/to-about/%5Cgoogle.com', 307, '/%5Cgoogle.com/about'],
    ['/redirect/me/to-about/de', 307, '/de/about'],
    ['/unnamed/first/x', 307, '/got-unnamed'],
    ['/numbered/first', 307, '/got/first'],
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
    // A value that is no host name must not choose the host.
    '/to-sub/evil.com%2F',
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
      redirects: [redirect('/a/:x', '/general'), redirect('/a/b', '/specific'), redirect('/:any*', '/rest')],
    })
    expect(resolveRedirect(first, served('/a/b'))).toMatchObject({ by: 'redirects[0]' })
    expect(resolveRedirect(first, served('/z'))).toMatchObject({ by: 'redirects[2]' })
  })
})

describe('slashes', () => {
  it.each([
    ['/about/?a=b', false, '/about?a=b'],
    ['/de/', false, '/de'],
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
    ['/a%2Fb', false],
    ['/%2F%2Fevil.com', false],
    ['/about/', true],
    ['/', true],
    ['/hello.world', true],
    ['/hello./', true],
    ['/.well-known/x', true],
    ['/.well-known/x/', true],
  ])('%s, trailing slash %s: no redirect', (url, trailingSlash) => {
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
