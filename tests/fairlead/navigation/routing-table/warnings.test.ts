import { describe, expect, it } from 'vitest'
import type { RedirectInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { warningsFor } from '#fairlead/navigation/routing-table/parse/warnings.ts'
import { cookie, header, host, query, redirect, routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

/** A redirect as `source → destination`, with its other fields. */
type Short = string | [rule: string, more: Partial<RedirectInput>]

function redirectOf(short: Short): RedirectInput {
  const [rule, more] = typeof short === 'string' ? [short, {}] : short
  const [source = '', destination = ''] = rule.split(' → ')
  return redirect(source, destination, more)
}

function warnings(rules: readonly Short[], pathnames?: object): string[] {
  const routing = routingOf({ redirects: rules.map(redirectOf), ...(pathnames && { pathnames }) })
  return warningsFor(routing).map(({ kind, place, message }) => `${place} ${kind}: ${message}`)
}
const shadowedBy = (source: string) =>
  `redirects[1] shadowed: can never match: redirects[0] (${source}) takes everything first`
const circle = (path: string, row = 0) => `redirects[${row}] loop: leads in a circle: ${path}`
const chain = (path: string, row = 0) =>
  `redirects[${row}] chain: is redirected again: ${path}; lead it to ${path.split(' → ').at(-1)} at once`
const has = [header('x')]
const onTab = { has: [query('tab')] }

describe('warningsFor', () => {
  it.each<[string, Short[], string[]]>([
    ['the same source', ['/a → /x', '/a → /y'], [shadowedBy('/a')]],
    ['another case', ['/a → /x', '/A → /y'], [shadowedBy('/a')]],
    ['a catch-all', ['/a/:p* → /x', '/a/b/:c → /y'], [shadowedBy('/a/:p*')]],
    ['other param names', ['/a/:p → /x', '/a/:q → /y'], [shadowedBy('/a/:p')]],
    ['a custom pattern below a catch-all', ['/a/:p* → /x', '/a/:q(\\d+) → /y'], [shadowedBy('/a/:p*')]],
    ['a narrower one first', ['/a/:p(\\d+) → /x', '/a/:q → /y'], []],
    ['one segment first, many later', ['/a/:p → /x', '/a/:q* → /y'], []],
    ['a condition on the first', [['/a → /x', { has }], '/a → /y'], []],
    ['a condition on the second', ['/a → /x', ['/a → /y', { has }]], [shadowedBy('/a')]],
    ['a literal locale beside a carried one', ['/a → /x', ['/en/a → /y', { locale: false }]], []],
    ['itself', ['/a → /a'], [circle('/a → /a')]],
    ['itself by another spelling', ['/a/:p* → /a/b'], [circle('/a/example → /a/b → /a/b')]],
    [
      'itself under a condition',
      [['/:p* → /login', { missing: [cookie('x')] }]],
      [circle('/example → /login → /login')],
    ],
    ['a circle of two', ['/a → /b', '/b → /a'], [circle('/a → /b → /a'), circle('/b → /a → /b', 1)]],
    [
      'a chain',
      ['/a → /b', '/b → /c', '/c → https://x.test'],
      [chain('/a → /b → /c → https://x.test/'), chain('/b → /c → https://x.test/', 1)],
    ],
    ['a chain with params', ['/a/:x → /b/:x', '/b/:y → /c/:y'], [chain('/a/example → /b/example → /c/example')]],
    ['a chain that a condition may break', ['/a → /b', ['/b → /c', { has }]], []],
    ['the default prefix, which is taken off again', ['/about → /en/about'], [circle('/about → /en/about → /about')]],
    ['the prefix of another language', [['/about → /de/about', { locale: false }]], []],
    ['a prefix that is taken off once', ['/old → /en/new'], [chain('/old → /en/new → /new')]],
    [
      'a slash at the end of a source',
      ['/a/ → /b'],
      ['redirects[0].source slash: can never match: no canonical path ends in a slash; write /a, or set trailingSlash'],
    ],
    [
      'a header asked for at every path',
      [['/:path* → /login', { missing: [header('x-user')] }]],
      [
        expect.stringMatching(/^redirects\[0\] document: makes every navigation a document request, .* header x-user;/),
        circle('/example → /login → /login'),
      ],
    ],
    ['a host asked for at every path', [['/:path* → https://b.test/:path*', { has: [host('a.test')] }]], []],
    [
      'itself while the query has a key, which it keeps',
      [['/a → /a?view=:tab', onTab]],
      [circle('/a?tab=example → /a?tab=example&view=example → /a?tab=example&view=example')],
    ],
    ['itself while the query has a key', [['/a → /a', onTab]], [circle('/a?tab=example → /a?tab=example')]],
    ['itself with another value of the key', [['/a → /a?tab=new', { has: [query('tab', 'old')] }]], []],
    ['itself until the query has a key', [['/a → /a?tab=1', { missing: [query('tab')] }]], []],
    [
      'itself while the query lacks a key',
      [['/a → /a?tab=1', { missing: [query('view')] }]],
      [circle('/a → /a?tab=1 → /a?tab=1')],
    ],
    [
      'itself while a value in the query has a form',
      [['/:p* → /a', { has: [query('id', '(?<id>\\d+)')] }]],
      [circle('/example?id=7 → /a?id=7 → /a?id=7')],
    ],
    [
      'a circle of two by the query',
      [
        ['/a → /b', { has: [query('tab', 'yes|no')] }],
        ['/b → /a', onTab],
      ],
      [circle('/a?tab=yes → /b?tab=yes → /a?tab=yes')],
    ],
    [
      'a circle of two under one condition',
      [
        ['/a → /b', { has }],
        ['/b → /a', { has }],
      ],
      [circle('/a → /b → /a'), circle('/b → /a → /b', 1)],
    ],
    [
      'a way back under the opposite condition',
      [
        ['/a → /b', { has }],
        ['/b → /a', { missing: [header('x')] }],
      ],
      [],
    ],
    ['a chain that the query decides', [['/a → /b', onTab], '/b → /c'], []],
    [
      'growth without end',
      ['/a/:p* → /a/x/:p*'],
      [expect.stringContaining('redirects[0] loop: leads on without end: ')],
    ],
  ])('%s', (_, rules, expected) => {
    expect(warnings(rules)).toEqual(expected)
  })

  it.each<[string, object, Short, string[]]>([
    [
      'the public path of its destination',
      { en: '/goods/$id' },
      '/goods/:id → /item/:id',
      [circle('/goods/example → /goods/example')],
    ],
    [
      'that in one language alone',
      { de: ['/ware/$id', '/artikel/$id'] },
      '/ware/:id → /item/:id',
      [circle('/de/ware/example → /de/ware/example')],
    ],
    ['a former path, and another page', { de: ['/ware/$id', '/artikel/$id'] }, '/artikel/:id → /item/:id', []],
    [
      'a path of another language under a literal one',
      { de: '/ware/$id' },
      ['/en/ware/:id → /item/:id', { locale: false }],
      [],
    ],
  ])('knows localized paths: %s', (_, paths, rule, expected) => {
    expect(warnings([rule], { '/item/$id': paths })).toEqual(expected)
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
        redirect('/a', '/gone?x=1'),
        redirect('/b', '/there'),
        redirect('/c', '/shown'),
        redirect('/d', 'https://example.com/gone'),
        redirect('/e/:x', '/e-gone/:x'),
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
