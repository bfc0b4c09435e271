import { describe, expect, it } from 'vitest'
import { hasRewrites, resolveRewrite, type RouteKind } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { query, served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const pages: Record<string, RouteKind> = {
  '/': 'static',
  '/hello': 'static',
  '/with-params': 'static',
  '/static/hello.txt': 'file',
  '/de/hello': 'static',
}
const serves = (path: string): RouteKind => pages[path] ?? (/^\/(?:de\/)?blog\/[^/]+$/.test(path) ? 'dynamic' : null)

const table = tableOf({
  rewrites: {
    beforeFiles: [
      { source: '/hello', destination: '/with-params?overridden=1', has: [query('overrideMe')] },
      { source: '/old-blog/:path*', destination: '/blog/:path*' },
      { source: '/three', destination: '/two' },
      { source: '/two', destination: '/hello' },
      { source: '/back', destination: '/three' },
    ],
    afterFiles: [
      { source: '/blog/about', destination: '/hello' },
      { source: '/blog/post-1', destination: '/blog/post-2' },
      { source: '/to-file', destination: '/static/hello.txt' },
      { source: '/params/:a/:b', destination: '/with-params?b=own' },
      { source: '/used/:a/:b', destination: '/blog/:a' },
      { source: '/many/:path*', destination: '/hello' },
      { source: '/has/:a', destination: '/hello', has: [query('my-query')] },
      { source: '/proxy-me/:path*', destination: 'http://upstream.test:4000/:path*' },
      { source: '/dead-end', destination: '/nothing-here' },
      { source: '/round', destination: '/about-turn' },
      { source: '/about-turn', destination: '/round' },
    ],
    fallback: [
      { source: '/blog/:path*', destination: 'https://old.test/:path*' },
      { source: '/_build/:path*', destination: 'https://old.test/:path*' },
    ],
  },
})

describe('rewrites', () => {
  it.each([
    ['/hello', null],
    // A value captured from the query is not encoded again.
    ['/hello?overrideMe=1&overrideMe=2', '/with-params?overrideMe=1&overrideMe=2&overridden=1'],
    ['/blog/post-1', '/blog/post-2'],
    ['/to-file', '/static/hello.txt'],
    ['/three', '/hello'],
    ['/back', '/three'],
    ['/blog/x', null],
    ['/unknown', null],
    ['/_build/x.js', null],
    // All params go to the query when the path uses none: stronger than the incoming one, weaker than the rule's own.
    ['/params/1/2?a=in&b=in&c=in', '/with-params?c=in&b=own&a=1'],
    ['/used/1/2?c=in', '/blog/1?c=in'],
    ['/many/x/y', '/hello?path=x&path=y'],
    ['/has/1?my-query=v', '/hello?my-query=v&a=1&myquery=v'],
    ['/params/a%26b/c%20d', '/with-params?b=own&a=a%26b'],
    // Rules that lead into each other end after one turn each.
    ['/round', '/round'],
  ])('%s shows %s', (url, shown) => {
    const answer = resolveRewrite(table, served(url), serves)
    expect(answer.type === 'rewrite' ? answer.url : null).toBe(shown)
  })

  it.each([
    ['/proxy-me', 'http://upstream.test:4000/'],
    ['/blog/a/b', 'https://old.test/a/b'],
  ])('%s is passed on to %s', (url, target) => {
    expect(resolveRewrite(table, served(url), serves)).toMatchObject({ type: 'proxy', url: target })
  })

  it('say the kind of their target', () => {
    expect(resolveRewrite(table, served('/to-file'), serves)).toMatchObject({ served: 'file' })
    expect(resolveRewrite(table, served('/old-blog/x'), serves)).toMatchObject({ served: 'dynamic' })
    expect(resolveRewrite(table, served('/dead-end'), serves)).toMatchObject({ served: null })
  })

  it('to the same URL does not end the list, and does not apply where a page exists', () => {
    const same = tableOf({
      rewrites: [
        { source: '/:path*', destination: '/:path*' },
        { source: '/:path*', destination: 'https://old.test/:path*' },
      ],
    })
    expect(resolveRewrite(same, served('/elsewhere?a=1'), serves)).toMatchObject({
      type: 'proxy',
      url: 'https://old.test/elsewhere?a=1',
    })
    expect(resolveRewrite(same, served('/de/blog/post?a=1'), serves)).toEqual({ type: 'none' })
    expect(resolveRewrite(same, served('/hello'), serves)).toEqual({ type: 'none' })
  })

  it('take the Sentry tunnel as its build plugin writes it', () => {
    const tunnel = tableOf({
      rewrites: {
        beforeFiles: [
          {
            source: '/tunnel(/?)',
            has: [query('o', '(?<orgid>\\d*)'), query('p', '(?<projectid>\\d*)')],
            destination: 'https://o:orgid.ingest.sentry.io/api/:projectid/envelope/?hsts=0',
          },
        ],
      },
    })
    expect(resolveRewrite(tunnel, served('/tunnel?o=123&p=456'), serves)).toMatchObject({
      type: 'proxy',
      url: 'https://o123.ingest.sentry.io/api/456/envelope/?o=123&p=456&hsts=0',
    })
    expect(resolveRewrite(tunnel, served('/tunnel'), serves)).toEqual({ type: 'none' })
    expect(resolveRewrite(tunnel, served('/tunnel-x?o=1&p=2'), serves)).toEqual({ type: 'none' })
  })
})

it.each([
  [{ redirects: [{ source: '/old', destination: '/hello', permanent: true }] }, false],
  [{ rewrites: { beforeFiles: [{ source: '/old', destination: '/hello' }] } }, true],
  [{ rewrites: [{ source: '/old', destination: '/hello' }] }, true],
  [{ rewrites: { fallback: [{ source: '/old', destination: '/hello' }] } }, true],
])('a table of %j rewrites: %s', (rules, expected) => {
  expect(hasRewrites(tableOf(rules))).toBe(expected)
})
