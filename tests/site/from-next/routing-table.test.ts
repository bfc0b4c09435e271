import { describe, expect, it } from 'vitest'
import { PLAIN_PAGE, written } from '#tests/site/from-next/application.ts'

const ROUTES = 'app/routes/{-$locale}'

describe('the routing table', () => {
  const table = (config: string, more = {}) =>
    written({ 'app/page.tsx': PLAIN_PAGE, 'next.config.mjs': `export default ${config}`, ...more })['app/routing.ts']

  it('has redirects, rewrites, languages and slashes', () => {
    const text = table(`{
  trailingSlash: true,
  i18n: { locales: ['en', 'de'], defaultLocale: 'en', localeDetection: false },
  redirects: async () => [{ source: '/a', destination: '/b', permanent: true }, { source: '/c/:d(', destination: '/', permanent: true }],
  rewrites: async () => ({ fallback: [{ source: '/:path*', destination: 'https://old.example.com/:path*' }] }),
}`)
    expect(text).toContain('locales: ["en","de"]')
    expect(text).toContain('localeDetection: false')
    expect(text).toContain('trailingSlash: true')
    expect(text).toContain(
      'redirects: [\n{"source":"/a","destination":"/b","permanent":true},\n// from-next: next.config.mjs:4: ',
    )
    expect(text).toContain('// {"source":"/c/:d("')
    expect(text).toContain('rewrites: {\nfallback: [\n{"source":"/:path*"')
  })

  it('marks what has to be written by hand', () => {
    const text = table('{ redirects: () => load() }')
    expect(text).toContain('// from-next: next.config.mjs:1: redirects is computed')
  })

  it('has the languages of next-intl, whose messages become namespaces', () => {
    const texts = written({
      'app/[locale]/page.tsx': `import { useTranslations } from 'next-intl'\nexport default () => <p>{useTranslations('Start')('hello')}</p>`,
      'i18n/routing.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })`,
      'messages/en.json': '{ "Start": { "hello": "Hello" } }',
      'messages/de.json': '{ "Start": { "hello": "Hallo" } }',
    })
    expect(texts['app/locales/de/Start.json']).toContain('"Hallo"')
    expect(texts['app/ported/messages.d.ts']).toContain('Start: typeof Start')
    expect(texts[`${ROUTES}/index.tsx`]).toContain("loadMessages('Start', getLocale(loading.params))")
  })

  it.each([
    ["defaultLocale: 'en'", ["localePrefix: 'always',"]],
    ["defaultLocale: 'en', localePrefix: 'as-needed'", ["localeDetection: 'every-path',"]],
    [
      "defaultLocale: 'en', localeDetection: false, localePrefix: { mode: 'as-needed', prefixes: { de: '/deutsch' } }",
      ['prefixes: {"de":"/deutsch"},\nlocaleDetection: false,'],
    ],
    [
      "defaultLocale: 'en', localePrefix: 'never'",
      ['// from-next: i18n.ts:2: localePrefix "never" has no counterpart: a URL has a language'],
    ],
    [
      "defaultLocale: 'en', pathnames: { '/': '/', '/same': '/same', '/about': '/info', '/news/[articleId]': { de: '/neues/[articleId]' }, '/docs/[...path]': { de: '/hilfe/[...path]' }, '/gone': { de: '/weg' }, '/bad': { de: '/a b' } }",
      [
        'pathnames: {\n"/about":{"en":"/info","de":"/info"},\n"/news/$articleId":{"de":"/neues/$articleId"},\n"/docs/$":{"de":"/hilfe/$"},\n// from-next: i18n.ts:2: no page at /gone is written\n// "/gone"',
        '// from-next: i18n.ts:2: the routing table has an issue',
      ],
    ],
  ])('has prefixes and public paths of next-intl: %s', (input, expected) => {
    const texts = written({
      ...Object.fromEntries(
        ['about', 'same', 'news/[articleId]', 'docs/[...path]', 'bad'].map((path) => [
          `app/[locale]/${path}/page.tsx`,
          PLAIN_PAGE,
        ]),
      ),
      'i18n.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], ${input} })`,
    })
    for (const part of expected) expect(texts['app/routing.ts']).toContain(part)
  })
})

describe('a base path', () => {
  const texts = () =>
    written({
      'next.config.mjs': `export default {
  basePath: '/docs',
  redirects: () => [{ source: '/a', destination: '/b', permanent: true }, { source: '/', destination: '/docs', permanent: false, basePath: false }],
}`,
      'app/page.tsx': `import Link from 'next/link'\nexport default () => <Link href="/guide/1">a</Link>`,
      'app/guide/[id]/page.tsx': PLAIN_PAGE,
      'app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>',
      'public/a.svg': '<svg />',
    })

  it('is that of the site: routes, links, rules and public files leave it out', () => {
    const found = texts()
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining([`${ROUTES}/_site/index.tsx`, `${ROUTES}/_site/guide/$id.tsx`, 'public/a.svg']),
    )
    expect(found['app/site.ts']).toMatch(/export const basePath: .* = ["']\/docs["']/)
    expect(found['app/ported/app/page.tsx']).toContain(`to="/{-$locale}/guide/$id" params={{ id: '1' }}`)
    expect(found['app/routing.ts']).toContain('{"source":"/a","destination":"/b","permanent":true}')
    expect(found['app/routing.ts']).toMatch(/outside of the base path.*\n.*\/\/ \{"source":"\/"/)
  })
})
