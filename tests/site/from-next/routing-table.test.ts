import { defineRouting } from 'fairlead/routing'
import { describe, expect, it } from 'vitest'
import {
  imageHosts,
  localeSegment,
  publicPaths,
  readLanguages,
  readMessages,
  readRouting,
  routingFile,
} from '#app/from-next/routing-table.ts'
import { type Files, PLAIN_PAGE, applicationOf } from '#tests/site/from-next/application.ts'

/** Reads the table of an application, for one that has the messages of `en` and `de`. */
function tableOf(files: Readonly<Record<string, string>>) {
  const application = applicationOf({ 'app/page.tsx': PLAIN_PAGE, ...files })
  const { input, left } = readRouting(application, readLanguages(application), {
    defineRouting,
    hasMessages: (locale) => /^(en|de)\b/.test(locale),
  })
  return { input, left: left.map(({ name, path, line, note }) => `${name} ${path}:${line}: ${note}`) }
}

const config = (text: string) => tableOf({ 'next.config.mjs': `export default ${text}` })

const intl = (text: string) =>
  tableOf({
    'i18n.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], ${text} })`,
  })

const RULE = { source: '/a', destination: '/b', permanent: true }

describe('the routing table', () => {
  it('has redirects, rewrites, languages and slashes that are exact, and no other', () => {
    const { input, left } = config(`{
  trailingSlash: true,
  i18n: { locales: ['en', 'de'], defaultLocale: 'en', localeDetection: false },
  redirects: async () => [${JSON.stringify(RULE)}, { source: '/c/:d(', destination: '/', permanent: true }],
  rewrites: async () => ({ fallback: [{ source: '/:path*', destination: 'https://old.example.com/:path*' }] }),
}`)
    expect(input).toEqual({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      localeDetection: false,
      trailingSlash: true,
      redirects: [RULE],
      rewrites: { fallback: [{ source: '/:path*', destination: 'https://old.example.com/:path*' }] },
    })
    expect(left).toEqual([expect.stringMatching(/^redirects\[1\] next\.config\.mjs:4: the routing table has an issue/)])
  })

  it('leaves out a rule that its languages do not allow', () => {
    const { input, left } = tableOf({
      'i18n.ts': `import { defineRouting } from 'next-intl/routing'
defineRouting({ locales: ['en', 'de'], defaultLocale: 'en', localePrefix: 'never' })`,
      'next.config.mjs': `export default { redirects: () => [${JSON.stringify({ ...RULE, source: '/en/a', locale: false })}] }`,
    })
    expect(input).not.toHaveProperty('redirects')
    expect(left).toEqual([expect.stringMatching(/^redirects\[0\] next\.config\.mjs:1: .*localePrefix never/)])
  })

  it('says what is computed', () => {
    expect(config('{ redirects: () => load(), trailingSlash: process.env.A }')).toEqual({
      input: {},
      left: [
        'redirects next.config.mjs:1: is computed: run the command with --config',
        'trailingSlash next.config.mjs:1: is computed: run the command with --config',
      ],
    })
  })

  it('leaves out rules outside of the base path', () => {
    const { input, left } = config(
      `{ basePath: '/docs', redirects: () => [${JSON.stringify(RULE)}, ${JSON.stringify({ ...RULE, basePath: false })}] }`,
    )
    expect(input).toEqual({ redirects: [RULE] })
    expect(left).toEqual(['redirects[1] next.config.mjs:1: outside of the base path: a rule of the proxy'])
  })

  it.each<[string, object, string[]]>([
    ["defaultLocale: 'en'", { localePrefix: 'always' }, []],
    ["defaultLocale: 'en', localePrefix: 'as-needed'", { localeDetection: 'every-path' }, []],
    ["defaultLocale: 'en', localePrefix: 'never'", { localePrefix: 'never' }, []],
    [
      "defaultLocale: 'en', localeDetection: false, localePrefix: { mode: 'as-needed', prefixes: { de: '/deutsch' } }",
      { prefixes: { de: '/deutsch' }, localeDetection: false },
      [],
    ],
    [
      "defaultLocale: 'en', pathnames: { '/a': { de: '/b' } }",
      { localePrefix: 'always' },
      ['pathnames i18n.ts:2: each when its page is here: its task sheet has the entry'],
    ],
  ])('has the languages of next-intl: %s', (text, input, left) => {
    expect(intl(text)).toEqual({ input: { locales: ['en', 'de'], defaultLocale: 'en', ...input }, left })
  })

  it('has no languages without the messages of the default one', () => {
    const { input, left } = config("{ i18n: { locales: ['fr', 'en'], defaultLocale: 'fr' } }")
    expect(input).toEqual({})
    expect(left).toEqual([expect.stringMatching(/^locales next\.config\.mjs:1: the default one, fr, has no messages/)])
  })

  it.each<[string, string, object]>([
    ['next.config', "{ i18n: { locales: ['de'], defaultLocale: 'de' } }", { defaultLocale: 'de' }],
    ['none', '{}', {}],
  ])('names no languages where there is one: %s', (_, text, input) => {
    expect(config(text)).toEqual({ input, left: [] })
  })

  it.each<[string, Files]>([
    ['layout', { 'app/layout.tsx': 'export default ({ children }) => <html lang="en-GB">{children}</html>' }],
    [
      'document',
      {
        'pages/_document.tsx':
          "import { Html } from 'next/document'\nexport default () => <Html lang={'en-GB'}><body /></Html>",
      },
    ],
  ])('has the language of a %s that names no other', (_, files) => {
    expect(tableOf({ 'app/page.tsx': PLAIN_PAGE, ...files })).toEqual({ input: { defaultLocale: 'en-GB' }, left: [] })
    expect(tableOf({ 'app/[lang]/page.tsx': PLAIN_PAGE, ...files }).input).toEqual({})
  })

  it('says that languages are named nowhere, where pages stand below one', () => {
    const { input, left } = tableOf({ 'app/[lang]/a/page.tsx': PLAIN_PAGE })
    expect([input, left]).toEqual([{}, ['locales app/[lang]/a/page.tsx:1: its languages are named nowhere known']])
    const constants = { 'lib/i18n.ts': "export const locales = ['en', 'de'] as const" }
    expect(tableOf({ 'app/[lang]/a/page.tsx': PLAIN_PAGE, ...constants }).left).toEqual([
      'locales lib/i18n.ts:1: ["en","de"], if these are the languages: with defaultLocale and localePrefix',
    ])
  })

  describe('is a module', () => {
    const written = (input: object, files: Files = {}, table?: Parameters<typeof routingFile>[2]) => {
      const [path, text] = routingFile(
        { input, left: [] } as never,
        applicationOf({ 'app/page.tsx': PLAIN_PAGE, ...files }),
        table,
      )
      const [, json = ''] = /defineRouting\(([^]*)\)\n$/.exec(text) ?? []
      return [path, JSON.parse(json)] as unknown
    }
    const origin = 'http://localhost:3001'

    it('with the old application beside', () => {
      expect(written({ trailingSlash: true })).toEqual(['app/routing.ts', { trailingSlash: true, beside: { origin } }])
    })

    it('that keeps its sitemap and robots', () => {
      const files = {
        'app/sitemap.ts': 'export default () => []',
        'public/robots.txt': '',
        'app/a/manifest.ts': 'export default () => ({})',
      }
      expect(written({}, files)).toEqual([
        'app/routing.ts',
        { beside: { origin, keep: ['/sitemap.xml', '/robots.txt'] } },
      ])
    })

    it('with the languages and the old application of the table that is here', () => {
      const table = defineRouting({
        locales: ['en', 'de'],
        defaultLocale: 'de',
        beside: { origin: 'https://old.example.com', keep: ['/shop/*'] },
      })
      const beside = { origin: 'https://old.example.com', keep: ['/shop/*'] }
      expect(written({}, {}, table)).toEqual(['app/routing.ts', { locales: ['en', 'de'], defaultLocale: 'de', beside }])
      expect(written({ locales: ['en', 'ja'], defaultLocale: 'en' }, {}, table)).toEqual([
        'app/routing.ts',
        { locales: ['en', 'ja'], defaultLocale: 'en', beside },
      ])
    })
  })
})

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['no language is named', {}, ''],
  ['there is one', { 'next.config.js': "module.exports = { i18n: { locales: ['en'], defaultLocale: 'en' } }" }, ''],
  ['there are two', { 'next.config.js': "module.exports = { i18n: { locales: ['en', 'de'] } }" }, '/{-$locale}'],
  [
    'the only one is in each URL',
    {
      'i18n.ts':
        "import { defineRouting } from 'next-intl/routing'\nexport const a = defineRouting({ locales: ['en'] })",
    },
    '/{-$locale}',
  ],
  ['pages are below [lang]', { 'app/[lang]/a/page.tsx': PLAIN_PAGE }, '/{-$locale}'],
])('routes stand below the optional language if a URL may name one: %s', (_, files, expected) => {
  const application = applicationOf({ 'app/page.tsx': PLAIN_PAGE, ...files })
  expect(localeSegment(application, readLanguages(application))).toBe(expected)
})

it('the routing table names public paths that differ from those of the files, by route', () => {
  const application = applicationOf({
    'app/page.tsx': PLAIN_PAGE,
    'i18n.ts': `import { defineRouting } from 'next-intl/routing'
defineRouting({ locales: ['en', 'de'], pathnames: { '/': '/', '/about': '/info', '/news/[articleId]': { de: '/neues/[articleId]' }, '/docs/[...path]': { de: '/hilfe/[...path]' } } })`,
  })
  const languages = readLanguages(application)
  expect(languages && Object.fromEntries(publicPaths(languages))).toEqual({
    '/about': { en: '/info', de: '/info' },
    '/news/$articleId': { de: '/neues/$articleId' },
    '/docs/$': { de: '/hilfe/$' },
  })
})

it('the command reads messages of next-intl as namespaces, and names what is none', () => {
  const application = applicationOf({
    'app/page.tsx': PLAIN_PAGE,
    'messages/en.json': '{ "Start": { "hello": "Hello" }, "title": "A" }',
    'messages/fr.json': '{}',
  })
  expect(readMessages(application, ['en', 'de'])).toEqual([
    { path: 'messages/en.json', locale: 'en', namespaces: { Start: { hello: 'Hello' } }, others: ['title'] },
  ])
})

it('the command lists the origins of images', () => {
  const application = applicationOf({
    'app/page.tsx': PLAIN_PAGE,
    'next.config.ts':
      "export default { images: { remotePatterns: [{ protocol: 'https', hostname: '**.example.com' }], domains: ['img.example.org'] } }",
  })
  expect(imageHosts(application)).toEqual(['https://img.example.org', 'https://*.example.com'])
})
