import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { issuesOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

/** The issues of a redirect that is sound but for these fields. */
const issuesOfRedirect = (rule: object) =>
  issuesOf({ redirects: [{ source: '/a', destination: '/b', permanent: false, ...rule }] })

describe('an invalid rule is reported with its position', () => {
  it.each<[object, string | RegExp]>([
    [{ source: undefined }, 'source: is missing'],
    [{ source: 'a' }, 'source: does not start with /'],
    [{ destination: undefined }, 'destination: is missing'],
    [{ destination: 'ftp://b' }, 'destination: does not start with /, http:// or https://'],
    [{ permanent: undefined }, 'permanent: is neither true nor false, and there is no statusCode'],
    [{ permanent: undefined, statusCode: 404 }, 'statusCode: 404 is not one of 301, 302, 303, 307, 308'],
    [{ locale: true }, 'locale: is neither undefined nor false'],
    [{ basePath: '/x' }, 'basePath: is neither undefined nor false'],
    [{ souce: '/x' }, 'souce: is not a field of a redirect'],
    [{ source: '/a/:id', destination: '/:slug' }, 'destination: :slug is not in source'],
    [{ source: '/a/(.*)', destination: '/:0' }, 'destination: :0 stands for an unnamed part of source: give it a name'],
    [{ source: '/a/:x*', destination: '/:x' }, 'destination: :x can be several segments: write :x*'],
    [{ destination: '/b/(c' }, 'destination: is not well formed (Unbalanced pattern at 3)'],
    [{ source: '/a/:b/:c(' }, 'source: is not well formed (Unbalanced pattern at 8)'],
    [
      { source: '/a/:h', destination: 'https://:h/' },
      'destination: :h decides the host, which must end in a literal domain',
    ],
    [{ source: `/${'x'.repeat(4100)}` }, /over 4096/],
    [{ has: {} }, 'has: is not an array'],
    [{ has: [{ type: 'host' }] }, 'has[0].value: is missing: a host condition needs one'],
    [{ has: [{ type: 'header' }] }, 'has[0].key: is missing'],
    [{ has: [{ type: 'header', key: 'a b' }] }, 'has[0].key: is no header name'],
    [{ missing: [{ type: 'ip', key: 'a' }] }, 'missing[0].type: ip is not one of header, cookie, query, host'],
    [{ has: [{ type: 'query', key: 'a', value: '(' }] }, /^redirects\[0\]\.has\[0\]\.value: is no regular expression/],
    [
      { has: [{ type: 'query', key: 'a', value: '(a+)+' }] },
      "has[0].value: can be made slow by a crafted text: 'a' + 'a'.repeat(31) + '\\x00'",
    ],
    [{ source: '/:a*/x/:b*/y/:c*/z' }, /^redirects\[0\]\.source: can be made slow by a crafted text: .*repeat/],
  ])('%j', (rule, issue) => {
    const expected = typeof issue === 'string' ? `redirects[0].${issue}` : expect.stringMatching(issue)
    expect(issuesOfRedirect(rule)).toEqual([expected])
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
    { destination: 'https://x.test:8080/y?z=:unknown' },
    { basePath: false, locale: false },
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
    expect(issuesOfRedirect(rule)).toEqual([])
  })

  it('has defaults, and is frozen', () => {
    const routing = defineRouting({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      redirects: [
        { source: '/a', destination: '/b', permanent: true, has: [{ type: 'query', key: 'x' }] },
        // Beside `permanent` it counts, as in Next.js.
        { source: '/c', destination: '/d', permanent: true, statusCode: 302 },
      ],
      rewrites: [{ source: '/e', destination: '/f', locale: false }],
    })
    expect(routing).toMatchObject({
      locales: ['en', 'de'],
      prefixes: ['en', 'de'],
      defaultLocale: 'en',
      domains: [],
      trailingSlash: false,
      localeDetection: true,
      redirects: [
        { place: 'redirects[0]', locale: true, status: 308 },
        { place: 'redirects[1]', locale: true, status: 302 },
      ],
      rewrites: { beforeFiles: [], afterFiles: [{ place: 'rewrites[0]', locale: false }], fallback: [] },
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
