import { describe, expect, it } from 'vitest'
import { canonicalUrl, languagesOf, localizeUrl, readPublicPath } from '#fairlead/navigation/locale/locale-url.ts'
import { resolveLocale } from '#fairlead/navigation/locale/resolve-locale.ts'
import { createUrlRewrite } from '#fairlead/navigation/locale/url-rewrite.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { defineRouting, type RoutingInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { random as createRandom } from '#tests/harness/random.ts'

const LOCALES = ['en', 'de', 'ja', 'ar', 'es'] as const
type Locale = (typeof LOCALES)[number]

/** Parses a table. The routes of these tests are none of the application's. */
function tableOf(input: object) {
  const whole = { locales: LOCALES, defaultLocale: 'en', ...input } as RoutingInput<Locale>
  return languagesOf(defineRouting(whole))
}

/** Public paths of pages with params, a catch-all and an optional segment. */
const pathnames = {
  '/about': { de: '/über-uns', ja: '/概要', ar: '/من-نحن', es: '/sobre-nosotros' },
  '/news/$id': { de: '/neuigkeiten/$id', ja: '/ニュース/$id', en: ['/articles/$id', '/stories/$id'] },
  '/news/latest': { de: '/neuigkeiten/aktuell' },
  '/docs/$': { de: '/doku/$', ar: '/وثائق/$' },
  '/docs/by/$author': { de: '/doku/von/$author' },
  '/archive/{-$year}/all': { de: '/archiv/{-$year}/alle', ja: '/全部/{-$year}' },
  '/$shop/list': { de: '/laden/$shop' },
  '/post-{$id}/edit': { de: '/bearbeiten/beitrag-{$id}.htm' },
  '/day/$month/$day': { de: '/tag/$day/im/$month' },
}

const EXAMPLE = {
  pathnames,
  prefixes: { es: '/spain', ar: '/me/arab' },
  domains: [
    { domain: 'example.de', defaultLocale: 'de' },
    { domain: 'example.com', defaultLocale: 'en', locales: ['ja', 'ar', 'es'] },
  ],
}

const next = createRandom(19)
const random = (below: number): number => Math.floor(next() * below)
function pick<T>(items: readonly [T, ...T[]]): T {
  return items[random(items.length)] ?? items[0]
}
const VALUES: [string, ...string[]] = ['5', 'a b', 'a/b', 'ü', '%', 'de', 'spain', 'aktuell', '?', '#', 'von', '..x']
const value = () => pick(VALUES) + (random(2) === 0 ? '' : String(random(1_000)))
const encoded = () => encodeURIComponent(value())

function pagePath(): string {
  return pick<() => string>([
    () => '/',
    () => '/about',
    () => '/other',
    () => `/other/${encoded()}`,
    () => `/news/${encoded()}`,
    () => '/news/latest',
    () => '/docs',
    () => `/docs/${Array.from({ length: 1 + random(3) }, encoded).join('/')}`,
    () => `/docs/by/${encoded()}`,
    () => '/archive/all',
    () => `/archive/${encoded()}/all`,
    () => `/shop-${encoded()}/list`,
    () => `/post-${encoded()}/edit`,
    () => `/day/${encoded()}/${encoded()}`,
  ])()
}

const withoutSlash = (path: string): string => path.replace(/(.)\/$/, '$1')

/** A public URL as the router has it, and what it shows of that. */
function routed(table: ReturnType<typeof tableOf>, url: URL) {
  const rewrite = createUrlRewrite(table, url.host)
  const inner = new URL((rewrite?.input?.({ url }) as URL | undefined) ?? url)
  const { locale = 'en', path } = splitLocale({ prefixes: table.prefixes }, inner.pathname)
  return { locale, path, shown: String(rewrite?.output?.({ url: inner }) ?? inner) }
}

describe.each([
  ['by prefix', {}],
  ['always', { localePrefix: 'always' }],
  ['with a slash', { trailingSlash: true }],
])('2 000 public URLs, %s', (_, more) => {
  const table = tableOf({ ...EXAMPLE, ...more })
  const slash = 'trailingSlash' in more ? '/' : ''

  it('are read as the page they were made for', () => {
    for (let count = 0; count < 2_000; count += 1) {
      const [path, locale] = [pagePath(), pick(LOCALES)]
      const host = pick(['example.de', 'example.com:3000', 'localhost', undefined])
      const page = path === '/' ? path : path + slash
      const url = new URL(localizeUrl(table, page, locale, host), `https://${host ?? 'localhost'}`)
      const read = readPublicPath(table, url.pathname, url.host)
      const here = { 'example.de': 'de' }[url.hostname] ?? 'en'
      expect({ ...read, locale: read.locale ?? here, url: url.href }).toEqual({ path: page, locale, url: url.href })
      expect(resolveLocale(table, { pathname: url.pathname, search: '', host: url.host, fromHere: true })).toEqual({
        type: 'serve',
      })
      // The router and search engines have the same.
      expect(routed(table, url)).toEqual({ locale, path: page, shown: url.href })
      const canonical = new URL(canonicalUrl(table, page, locale, 'https://localhost'))
      if (host !== 'localhost' && host !== undefined)
        expect(withoutSlash(canonical.pathname)).toBe(withoutSlash(url.pathname))
    }
  })
})

describe('2 000 public URLs without a prefix', () => {
  const table = tableOf({ pathnames, localePrefix: 'never', domains: EXAMPLE.domains })
  const localesOf = (host: string | undefined): readonly [Locale, ...Locale[]] => {
    if (host === 'example.de') return ['de']
    return host === undefined || host === 'localhost' ? LOCALES : ['en', 'ja', 'ar', 'es']
  }

  it('are read as the page they were made for, by a visitor of its language', () => {
    for (let count = 0; count < 2_000; count += 1) {
      const path = pagePath()
      const host = pick(['example.de', 'example.com:3000', 'localhost', undefined])
      const locale = pick(localesOf(host))
      const own = { ...table, visitor: locale }
      const url = new URL(localizeUrl(own, path, locale, host), `https://${host ?? 'localhost'}`)
      expect(readPublicPath(own, url.pathname, url.host)).toEqual({ locale: undefined, path })
      const request = { pathname: url.pathname, search: '', host: url.host, cookie: locale, fromHere: false }
      expect(resolveLocale(table, { ...request, isPage: () => true })).toEqual({ type: 'serve' })
      expect(routed(own, url)).toEqual({ locale, path, shown: url.href })
      // What chooses the language leads to it.
      const chosen = resolveLocale(table, {
        ...request,
        cookie: 'en',
        pathname: path === '/' ? `/${locale}` : `/${locale}${path}`,
      })
      expect(chosen).toEqual({ type: 'redirect', status: 308, location: url.pathname, chosen: locale })
    }
  })
})

describe('the canonical URL', () => {
  it('has the slash that the table asks for', () => {
    const table = tableOf({ pathnames, trailingSlash: true })
    const canonical = (path: string) => canonicalUrl(table, path, 'de', 'https://a.test')
    expect(['/', '/news/5', '/file.txt'].map(canonical)).toEqual([
      'https://a.test/de/',
      'https://a.test/de/neuigkeiten/5/',
      'https://a.test/de/file.txt',
    ])
  })
})

const isPage = (path: string) => /^\/(?:en|de|ja|ar|es)(?:\/(?:about|other|news\/\w+|docs(?:\/.*)?))?$/.test(path)
const ask = (table: ReturnType<typeof tableOf>, pathname: string, more: object = {}) =>
  resolveLocale(table, { pathname, search: '?a=b', fromHere: false, isPage, ...more })
const permanent = (location: string) => ({ type: 'redirect', status: 308, location: `${location}?a=b` })
const temporary = (location: string) => ({ type: 'redirect', status: 307, location: `${location}?a=b` })
const serve = { type: 'serve' }

describe('a page has one URL in a language', () => {
  const table = tableOf({ pathnames, prefixes: EXAMPLE.prefixes })
  it.each([
    ['/de/neuigkeiten/5', serve],
    ['/articles/5', serve],
    ['/other', serve],
    ['/de/other', serve],
    // The path of the route.
    ['/de/news/5', permanent('/de/neuigkeiten/5')],
    ['/news/5', permanent('/articles/5')],
    // The path of another language, and a previous one.
    [encodeURI('/de/ニュース/5'), permanent('/de/neuigkeiten/5')],
    ['/neuigkeiten/5', permanent('/articles/5')],
    ['/de/articles/5', permanent('/de/neuigkeiten/5')],
    ['/stories/5', permanent('/articles/5')],
    // Another prefix, another case.
    ['/es/other', permanent('/spain/other')],
    ['/SPAIN/other', permanent('/spain/other')],
    ['/ar/docs', permanent(encodeURI('/me/arab/وثائق'))],
    ['/en/news/5', permanent('/articles/5')],
    [encodeURI('/ja/概要').toLowerCase(), permanent(encodeURI('/ja/概要'))],
    ['/en/de', serve],
  ])('%s', (path, decision) => expect(ask(table, path)).toEqual(decision))
})

describe('a prefix for every language', () => {
  const table = tableOf({ pathnames, localePrefix: 'always' })
  it.each([
    ['/', {}, temporary('/en')],
    ['/about', { acceptLanguage: 'de' }, temporary(encodeURI('/de/über-uns'))],
    ['/articles/5', { cookie: 'ja' }, temporary(encodeURI('/ja/ニュース/5'))],
    ['/en/articles/5', { acceptLanguage: 'de' }, serve],
    ['/api/x', { acceptLanguage: 'de' }, serve],
  ])('%s with %j', (path, more, decision) => expect(ask(table, path, more)).toEqual(decision))
})

describe('no prefix', () => {
  const table = tableOf({ pathnames, localePrefix: 'never' })
  const chosen = (location: string, locale: string) => ({ ...permanent(encodeURI(location)), chosen: locale })
  it.each([
    ['/', {}, serve],
    ['/', { acceptLanguage: 'de' }, serve],
    ['/other', { cookie: 'ja' }, serve],
    ['/articles/5', { acceptLanguage: 'de' }, temporary('/neuigkeiten/5')],
    ['/news/5', { cookie: 'de' }, temporary('/neuigkeiten/5')],
    ['/neuigkeiten/5', { cookie: 'en', acceptLanguage: 'de' }, temporary('/articles/5')],
    ['/DE/news/5', {}, chosen('/neuigkeiten/5', 'de')],
    ['/de/other', { cookie: 'ja' }, chosen('/other', 'de')],
    ['/ja/neuigkeiten/5', {}, chosen('/ニュース/5', 'ja')],
    ['/de/ja', {}, serve],
    ['/nothing', { acceptLanguage: 'de' }, serve],
  ])('%s with %j', (path, more, decision) => expect(ask(table, path, more)).toEqual(decision))

  it('without detection is the language of the domain, or chosen', () => {
    const off = tableOf({ pathnames, localePrefix: 'never', localeDetection: false })
    expect(ask(off, '/articles/5', { acceptLanguage: 'de' })).toEqual(serve)
    expect(ask(off, '/articles/5', { cookie: 'de' })).toEqual(temporary('/neuigkeiten/5'))
  })
})

describe('detection on every path', () => {
  const table = tableOf({ pathnames, localeDetection: 'every-path' })
  it.each([
    ['/articles/5', { acceptLanguage: 'de' }, temporary('/de/neuigkeiten/5')],
    ['/other', { cookie: 'de' }, temporary('/de/other')],
    ['/other', { acceptLanguage: 'de', cookie: 'en' }, serve],
    ['/other', { acceptLanguage: 'de', fromHere: true }, serve],
    ['/ja/other', { acceptLanguage: 'de' }, serve],
    ['/nothing', { acceptLanguage: 'de' }, serve],
    // A robot.
    ['/other', {}, serve],
  ])('%s with %j', (path, more, decision) => expect(ask(table, path, more)).toEqual(decision))
})
