import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'
import { RoutingTableError } from '#app/navigation/routing-table/parse/issues.ts'
import { routingOf } from '#tests/shell/navigation/routing-table/tables.ts'

/** The issues of a table as the error lists them. Takes anything, as a table in plain JavaScript may be anything. */
function issuesOf(input: Record<string, unknown>): string[] {
  try {
    routingOf(input)
  } catch (error) {
    if (!(error instanceof RoutingTableError)) throw error
    return error.issues.map(({ place, message }) => `${place}: ${message}`)
  }
  return []
}

const redirect = (rule: Record<string, unknown>) => issuesOf({ redirects: [{ permanent: false, ...rule }] })

describe('an invalid rule is reported with its position', () => {
  it.each([
    [{ destination: '/b' }, ['redirects[0].source: is missing']],
    [
      { source: 'a', destination: 'b' },
      [
        'redirects[0].source: does not start with /',
        'redirects[0].destination: does not start with /, http:// or https://',
      ],
    ],
    [{ source: '/a' }, ['redirects[0].destination: is missing']],
    [
      { source: '/a', destination: 'ftp://b' },
      ['redirects[0].destination: does not start with /, http:// or https://'],
    ],
    [
      { source: '/a', destination: '/b', permanent: undefined },
      ['redirects[0].permanent: is neither true nor false, and there is no statusCode'],
    ],
    [
      { source: '/a', destination: '/b', permanent: undefined, statusCode: 404 },
      ['redirects[0].statusCode: 404 is not one of 301, 302, 303, 307, 308'],
    ],
    [{ source: '/a', destination: '/b', locale: true }, ['redirects[0].locale: is neither undefined nor false']],
    [{ source: '/a', destination: '/b', basePath: '/x' }, ['redirects[0].basePath: is neither undefined nor false']],
    [{ source: '/a', destination: '/b', souce: '/x' }, ['redirects[0].souce: is not a field of a redirect']],
    [{ source: '/a/:id', destination: '/:slug' }, ['redirects[0].destination: :slug is not in source']],
    [
      { source: '/a/(.*)', destination: '/:0' },
      ['redirects[0].destination: :0 stands for an unnamed part of source: give it a name'],
    ],
    [{ source: '/a/:x*', destination: '/:x' }, ['redirects[0].destination: :x can be several segments: write :x*']],
    [
      { source: '/a', destination: '/b/(c' },
      ['redirects[0].destination: is not well formed (Unbalanced pattern at 3)'],
    ],
    [{ source: '/a/:b/:c(', destination: '/b' }, ['redirects[0].source: is not well formed (Unbalanced pattern at 8)']],
    [
      { source: '/a/:h', destination: 'https://:h/' },
      ['redirects[0].destination: :h decides the host, which must end in a literal domain'],
    ],
    [{ source: `/${'x'.repeat(4100)}`, destination: '/b' }, [expect.stringContaining('over 4096')]],
    [{ source: '/a', destination: '/b', has: {} }, ['redirects[0].has: is not an array']],
    [
      { source: '/a', destination: '/b', has: [{ type: 'host' }] },
      ['redirects[0].has[0].value: is missing: a host condition needs one'],
    ],
    [{ source: '/a', destination: '/b', has: [{ type: 'header' }] }, ['redirects[0].has[0].key: is missing']],
    [
      { source: '/a', destination: '/b', has: [{ type: 'header', key: 'a b' }] },
      ['redirects[0].has[0].key: is no header name'],
    ],
    [
      { source: '/a', destination: '/b', missing: [{ type: 'ip', key: 'a' }] },
      ['redirects[0].missing[0].type: ip is not one of header, cookie, query, host'],
    ],
    [
      { source: '/a', destination: '/b', has: [{ type: 'query', key: 'a', value: '(' }] },
      [expect.stringContaining('redirects[0].has[0].value: is no regular expression')],
    ],
    [
      { source: '/a', destination: '/b', has: [{ type: 'query', key: 'a', value: '(a+)+' }] },
      ["redirects[0].has[0].value: can be made slow by a crafted text: 'a' + 'a'.repeat(31) + '\\x00'"],
    ],
    [
      { source: '/:a*/x/:b*/y/:c*/z', destination: '/b' },
      [expect.stringMatching(/^redirects\[0\]\.source: can be made slow by a crafted text: .*repeat/)],
    ],
  ])('%j', (rule, issues) => {
    expect(redirect(rule)).toEqual(issues)
  })

  it('and all issues are reported together', () => {
    expect(
      issuesOf({
        locales: ['en', 'de', 'DE', 'f r'],
        defaultLocale: 'it',
        domains: [
          { domain: 'a.com:3000', defaultLocale: 'en' },
          { domain: 'b.com' },
          { domain: 'c.com', defaultLocale: 'de', locales: ['en', 'xx'] },
        ],
        redirects: [{ source: '/ok', destination: '/b', permanent: true }, { source: 'a', destination: 'b' }, 7],
        rewrites: { beforeFiles: [{ source: '/a', destination: '/:b' }], after: [] },
      }),
    ).toEqual([
      'locales[2]: DE is there twice',
      'locales[3]: f r has characters other than letters, digits, - and _',
      'defaultLocale: it is not in locales',
      'domains[0].domain: a.com:3000 is not a host name without port',
      'domains[1].defaultLocale: is missing',
      'domains[2].locales[1]: xx is not in locales',
      'domains[2]: en is at domains[0] already',
      'redirects[1].source: does not start with /',
      'redirects[1].destination: does not start with /, http:// or https://',
      'redirects[1].permanent: is neither true nor false, and there is no statusCode',
      'redirects[2]: is not a rule',
      'rewrites.beforeFiles[0].destination: :b is not in source',
      'rewrites.after: is not a phase of rewrites',
    ])
  })
})

describe('other options of a Next.js config are issues that say what to do', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ basePath: '/x' }, ['basePath: sources are below basePath of app/site.ts; others are for the proxy']],
    [{ headers: [] }, ['headers: write them into `headers` of the route']],
    [
      { skipTrailingSlashRedirect: true },
      ['skipTrailingSlashRedirect: leave it out: a URL has one form, which `trailingSlash` chooses'],
    ],
    [
      { i18n: { locales: ['en'] } },
      ['i18n: write its locales, defaultLocale, domains and localeDetection as keys of the table'],
    ],
    [{ redirect: [] }, [expect.stringContaining('redirect: is not a key of the table; allowed: locales, ')]],
    [{ redirects: Promise.resolve([]) }, ['redirects: is a Promise: await it']],
    [{ redirects: async () => [] }, ['redirects: is a function: call it, with await: redirects: await redirects()']],
    [{ rewrites: { fallback: Promise.resolve([]) } }, ['rewrites.fallback: is a Promise: await it']],
    [{ trailingSlash: 'yes' }, ['trailingSlash: yes is none of true, false']],
    [{ locales: 'en' }, ['locales: is not an array']],
    [{ defaultLocale: undefined }, ['defaultLocale: is missing']],
  ])('%j', (more, issues) => {
    expect(issuesOf(more)).toEqual(issues)
  })

  it('also `i18n` in place of `locales`', () => {
    const define = () => defineRouting({ i18n: { locales: ['en'], defaultLocale: 'en' } } as object)
    expect(define).toThrow('i18n: write its locales, ')
    expect(() => defineRouting(Promise.resolve({}) as object)).toThrow('the table: is a Promise: await it')
  })
})

describe('a valid table', () => {
  it('may omit the locales, and then has no prefixes', () => {
    const routing = defineRouting({ redirects: [{ source: '/old', destination: '/en/new', permanent: true }] })
    expectTypeOf(routing.defaultLocale).toEqualTypeOf<'en'>()
    expect(routing).toMatchObject({ locales: ['en'], prefixes: [], defaultLocale: 'en' })
  })

  it.each([
    { source: '/:path((?!api|_next).*)', destination: '/b/:path' },
    { source: '/a/:x(\\d+)-:y([a-z-]+)', destination: '/:x/:y' },
    { source: '/a', destination: 'https://x.test:8080/y?z=:unknown' },
    { source: '/a', destination: '/b', basePath: false, locale: false },
    { source: '/a', destination: 'https://:to/', has: [{ type: 'host', value: 'www\\.(?<to>.*)' }] },
    { source: '/:path((?!maintenance$).*)', destination: '/maintenance' },
    { source: '/old/:post(\\d{5,})', destination: '/new/:post' },
    { source: '/docs{/:version}?/guide', destination: '/guide/:version?' },
    { source: '/:file(.*\\.pdf)', destination: 'https://files.example.com/:file' },
    { source: '/(.*)?', destination: '/' },
    {
      source: '/:path*',
      destination: '/home?authorized=:authorized',
      has: [{ type: 'header', key: 'x-authorized', value: '(?<authorized>yes|true)' }],
      missing: [{ type: 'header', key: 'x-do-not-redirect' }],
    },
  ])('%j passes', (rule) => {
    expect(redirect(rule)).toEqual([])
  })

  it('is resolved, parsed and frozen', () => {
    const routing = defineRouting({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      redirects: [
        { source: '/a', destination: '/b', permanent: true, statusCode: 302, has: [{ type: 'query', key: 'x' }] },
      ],
      rewrites: [{ source: '/c', destination: '/d', locale: false }],
    })
    expect(routing).toEqual({
      locales: ['en', 'de'],
      prefixes: ['en', 'de'],
      defaultLocale: 'en',
      domains: [],
      trailingSlash: false,
      localeDetection: true,
      redirects: [
        {
          place: 'redirects[0]',
          source: '/a',
          destination: '/b',
          locale: true,
          // Beside `permanent` it counts, as in Next.js.
          status: 302,
          has: [{ type: 'query', key: 'x' }],
          pattern: { regexp: String.raw`^\/a[\/]?$`, params: [], exact: '/a' },
          target: { path: ['/b'], query: [], hash: [] },
        },
      ],
      rewrites: {
        beforeFiles: [],
        afterFiles: [
          {
            place: 'rewrites[0]',
            source: '/c',
            destination: '/d',
            locale: false,
            pattern: { regexp: String.raw`^\/c[\/]?$`, params: [], exact: '/c' },
            target: { path: ['/d'], query: [], hash: [] },
          },
        ],
        fallback: [],
      },
    })
    expect(Object.isFrozen(routing.redirects[0]?.has)).toBe(true)
    expectTypeOf(routing.defaultLocale).toEqualTypeOf<'en' | 'de'>()
  })

  it('may be a separate const, whose literal types are widened', () => {
    const redirects = [
      { source: '/a', destination: '/b', permanent: true },
      { source: '/c', destination: '/d', statusCode: 301, locale: false, has: [{ type: 'host', value: 'a.com' }] },
      { source: '/e', destination: '/f', permanent: false, missing: [{ type: 'header', key: 'x', value: undefined }] },
    ]
    const i18n = { locales: ['en', 'de'], defaultLocale: 'en', domains: [{ domain: 'a.de', defaultLocale: 'de' }] }
    const fixed = [{ source: '/a', destination: '/b', permanent: true }] as const
    expect(defineRouting({ ...i18n, redirects, rewrites: { fallback: [] } }).redirects).toHaveLength(3)
    expect(defineRouting({ ...i18n, redirects: fixed }).redirects).toHaveLength(1)
  })
})
