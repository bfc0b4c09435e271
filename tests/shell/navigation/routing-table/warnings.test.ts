import { describe, expect, it } from 'vitest'
import type { RedirectInput } from '#app/navigation/routing-table/parse/define-routing.ts'
import { warningsFor } from '#app/navigation/routing-table/parse/warnings.ts'
import { routingOf } from '#tests/shell/navigation/routing-table/tables.ts'

type Short = [source: string, destination: string, more?: Partial<RedirectInput>]

function warnings(...rules: Short[]): string[] {
  const redirects = rules.map(([source, destination, more]) => ({ source, destination, permanent: false, ...more }))
  return warningsFor(routingOf({ redirects })).map(({ kind, place, message }) => `${place} ${kind}: ${message}`)
}
const has = [{ type: 'header', key: 'x' }]

describe('warningsFor', () => {
  it.each<[string, Short[], string[]]>([
    [
      'the same source',
      [
        ['/a', '/x'],
        ['/a', '/y'],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a) takes everything first'],
    ],
    [
      'another case',
      [
        ['/a', '/x'],
        ['/A', '/y'],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a) takes everything first'],
    ],
    [
      'a catch-all',
      [
        ['/a/:p*', '/x'],
        ['/a/b/:c', '/y'],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a/:p*) takes everything first'],
    ],
    [
      'other param names',
      [
        ['/a/:p', '/x'],
        ['/a/:q', '/y'],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a/:p) takes everything first'],
    ],
    [
      'a custom pattern below a catch-all',
      [
        ['/a/:p*', '/x'],
        ['/a/:q(\\d+)', '/y'],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a/:p*) takes everything first'],
    ],
    [
      'a narrower one first',
      [
        ['/a/:p(\\d+)', '/x'],
        ['/a/:q', '/y'],
      ],
      [],
    ],
    [
      'one segment first, many later',
      [
        ['/a/:p', '/x'],
        ['/a/:q*', '/y'],
      ],
      [],
    ],
    [
      'a condition on the first',
      [
        ['/a', '/x', { has }],
        ['/a', '/y'],
      ],
      [],
    ],
    [
      'a condition on the second',
      [
        ['/a', '/x'],
        ['/a', '/y', { has }],
      ],
      ['redirects[1] shadowed: can never match: redirects[0] (/a) takes everything first'],
    ],
    [
      'a literal locale beside a carried one',
      [
        ['/a', '/x'],
        ['/en/a', '/y', { locale: false }],
      ],
      [],
    ],
    ['itself', [['/a', '/a']], ['redirects[0] loop: leads in a circle: /a → /a']],
    [
      'itself by another spelling',
      [['/a/:p*', '/a/b']],
      ['redirects[0] loop: leads in a circle: /a/example → /a/b → /a/b'],
    ],
    [
      'itself under a condition',
      [['/:p*', '/login', { missing: [{ type: 'cookie', key: 'x' }] }]],
      ['redirects[0] loop: leads in a circle: /example → /login → /login'],
    ],
    [
      'a circle of two',
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      ['redirects[0] loop: leads in a circle: /a → /b → /a', 'redirects[1] loop: leads in a circle: /b → /a → /b'],
    ],
    [
      'a chain',
      [
        ['/a', '/b'],
        ['/b', '/c'],
        ['/c', 'https://x.test'],
      ],
      [
        'redirects[0] chain: is redirected again: /a → /b → /c → https://x.test/; lead it to https://x.test/ at once',
        'redirects[1] chain: is redirected again: /b → /c → https://x.test/; lead it to https://x.test/ at once',
      ],
    ],
    [
      'a chain with params',
      [
        ['/a/:x', '/b/:x'],
        ['/b/:y', '/c/:y'],
      ],
      ['redirects[0] chain: is redirected again: /a/example → /b/example → /c/example; lead it to /c/example at once'],
    ],
    [
      'a chain that a condition may break',
      [
        ['/a', '/b'],
        ['/b', '/c', { has }],
      ],
      [],
    ],
    [
      'the default prefix, which is taken off again',
      [['/about', '/en/about']],
      ['redirects[0] loop: leads in a circle: /about → /en/about → /about'],
    ],
    ['the prefix of another language', [['/about', '/de/about', { locale: false }]], []],
    [
      'a prefix that is taken off once',
      [['/old', '/en/new']],
      ['redirects[0] chain: is redirected again: /old → /en/new → /new; lead it to /new at once'],
    ],
    [
      'a slash at the end of a source',
      [['/a/', '/b']],
      ['redirects[0].source slash: can never match: no canonical path ends in a slash; write /a, or set trailingSlash'],
    ],
    [
      'a header asked for at every path',
      [['/:path*', '/login', { missing: [{ type: 'header', key: 'x-user' }] }]],
      [
        expect.stringMatching(/^redirects\[0\] document: makes every navigation a document request, .* header x-user;/),
        'redirects[0] loop: leads in a circle: /example → /login → /login',
      ],
    ],
    [
      'a host asked for at every path',
      [['/:path*', 'https://b.test/:path*', { has: [{ type: 'host', value: 'a.test' }] }]],
      [],
    ],
    [
      'itself while the query has a key, which it keeps',
      [['/a', '/a?view=:tab', { has: [{ type: 'query', key: 'tab' }] }]],
      [
        'redirects[0] loop: leads in a circle: /a?tab=example → /a?tab=example&view=example → /a?tab=example&view=example',
      ],
    ],
    [
      'itself while the query has a key',
      [['/a', '/a', { has: [{ type: 'query', key: 'tab' }] }]],
      ['redirects[0] loop: leads in a circle: /a?tab=example → /a?tab=example'],
    ],
    [
      'itself with another value of the key',
      [['/a', '/a?tab=new', { has: [{ type: 'query', key: 'tab', value: 'old' }] }]],
      [],
    ],
    ['itself until the query has a key', [['/a', '/a?tab=1', { missing: [{ type: 'query', key: 'tab' }] }]], []],
    [
      'itself while the query lacks a key',
      [['/a', '/a?tab=1', { missing: [{ type: 'query', key: 'view' }] }]],
      ['redirects[0] loop: leads in a circle: /a → /a?tab=1 → /a?tab=1'],
    ],
    [
      'itself while a value in the query has a form',
      [['/:p*', '/a', { has: [{ type: 'query', key: 'id', value: '(?<id>\\d+)' }] }]],
      ['redirects[0] loop: leads in a circle: /example?id=7 → /a?id=7 → /a?id=7'],
    ],
    [
      'a circle of two by the query',
      [
        ['/a', '/b', { has: [{ type: 'query', key: 'tab', value: 'yes|no' }] }],
        ['/b', '/a', { has: [{ type: 'query', key: 'tab' }] }],
      ],
      ['redirects[0] loop: leads in a circle: /a?tab=yes → /b?tab=yes → /a?tab=yes'],
    ],
    [
      'a circle of two under one condition',
      [
        ['/a', '/b', { has }],
        ['/b', '/a', { has }],
      ],
      ['redirects[0] loop: leads in a circle: /a → /b → /a', 'redirects[1] loop: leads in a circle: /b → /a → /b'],
    ],
    [
      'a way back under the opposite condition',
      [
        ['/a', '/b', { has }],
        ['/b', '/a', { missing: [{ type: 'header', key: 'x' }] }],
      ],
      [],
    ],
    [
      'a chain that the query decides',
      [
        ['/a', '/b', { has: [{ type: 'query', key: 'tab' }] }],
        ['/b', '/c'],
      ],
      [],
    ],
    [
      'growth without end',
      [['/a/:p*', '/a/x/:p*']],
      [expect.stringContaining('redirects[0] loop: leads on without end: ')],
    ],
  ])('%s', (_, rules, expected) => {
    expect(warnings(...rules)).toEqual(expected)
  })

  it.each<[string, object, Short, string[]]>([
    [
      'the public path of its destination',
      { en: '/goods/$id' },
      ['/goods/:id', '/item/:id'],
      ['redirects[0] loop: leads in a circle: /goods/example → /goods/example'],
    ],
    [
      'that in one language alone',
      { de: ['/ware/$id', '/artikel/$id'] },
      ['/ware/:id', '/item/:id'],
      ['redirects[0] loop: leads in a circle: /de/ware/example → /de/ware/example'],
    ],
    ['a former path, and another page', { de: ['/ware/$id', '/artikel/$id'] }, ['/artikel/:id', '/item/:id'], []],
    [
      'a path of another language under a literal one',
      { de: '/ware/$id' },
      ['/en/ware/:id', '/item/:id', { locale: false }],
      [],
    ],
  ])('knows localized paths: %s', (_, paths, [source, destination, more], expected) => {
    const redirects = [{ source, destination, permanent: false, ...more }]
    const routing = routingOf({ redirects, pathnames: { '/item/$id': paths } })
    expect(warningsFor(routing).map(({ kind, place, message }) => `${place} ${kind}: ${message}`)).toEqual(expected)
  })

  it('recognizes rewrites that do not end the list', () => {
    const rewrites = [
      { source: '/:path*', destination: '/:path*' },
      { source: '/old/:path*', destination: 'https://old.test/:path*' },
    ]
    expect(warningsFor(routingOf({ rewrites }))).toEqual([])
    expect(warningsFor(routingOf({ trailingSlash: true, rewrites: [{ source: '/a/', destination: '/b/' }] }))).toEqual(
      [],
    )
  })

  it('reports literal destinations without a route', () => {
    const routing = routingOf({
      redirects: [
        { source: '/a', destination: '/gone?x=1', permanent: false },
        { source: '/b', destination: '/there', permanent: false },
        { source: '/c', destination: '/shown', permanent: false },
        { source: '/d', destination: 'https://example.com/gone', permanent: false },
        { source: '/e/:x', destination: '/e-gone/:x', permanent: false },
      ],
      rewrites: [
        { source: '/shown', destination: '/there' },
        { source: '/f', destination: '/nowhere' },
      ],
    })
    expect(warningsFor(routing, (path) => path === '/there')).toEqual([
      { kind: 'unserved', place: 'redirects[0].destination', message: 'nothing is served at /gone' },
      { kind: 'unserved', place: 'rewrites[1].destination', message: 'nothing is served at /nowhere' },
    ])
  })
})
