import { describe, expect, it } from 'vitest'
import { resolveLocale, type LocaleRequest } from '#fairlead/navigation/locale/resolve-locale.ts'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

const plain = defineRouting({ locales: ['en', 'fr', 'nl-NL', 'de'], defaultLocale: 'en' })

const domains = defineRouting({
  locales: ['en-US', 'nl-NL', 'nl-BE', 'nl', 'fr-BE', 'fr', 'en', 'go', 'go-BE', 'do', 'do-BE'],
  defaultLocale: 'en-US',
  domains: [
    { domain: 'example.do', defaultLocale: 'do', locales: ['do-BE'], http: true },
    { domain: 'example.com', defaultLocale: 'go', locales: ['go-BE'] },
  ],
})

function request(path: string, rest: Partial<LocaleRequest> = {}): LocaleRequest {
  const [pathname = '', query] = path.split('?')
  return { pathname, search: query === undefined ? '' : `?${query}`, fromHere: false, ...rest }
}

const serve = { type: 'serve' }
const permanent = (location: string) => ({ type: 'redirect', status: 308, location })
const temporary = (location: string) => ({ type: 'redirect', status: 307, location })

describe('a prefix', () => {
  it.each([
    ['/about', serve],
    ['/fr/about', serve],
    ['/it/about', serve],
    ['/en', permanent('/')],
    ['/EN/about?a=b&a=c', permanent('/about?a=b&a=c')],
    ['/en/a%2Fb/%E6%97%A5', permanent('/a%2Fb/%E6%97%A5')],
    ['/nl-nl/about', permanent('/nl-NL/about')],
    ['/en/fr', serve],
  ])('of %s', (path, decision) => {
    expect(resolveLocale(plain, request(path))).toEqual(decision)
  })
})

describe('a path that the server reserves has no language, although a page with a param matches', () => {
  const locales = { locales: ['en', 'de'], defaultLocale: 'en' }
  const paths = ['/robots.txt', '/sitemap.xml', '/sitemap-2.xml', '/favicon.ico', '/.well-known/security.txt']
  const tables = {
    'a prefix for all languages': defineRouting({ ...locales, localePrefix: 'always' }),
    'a detection at every path': defineRouting({ ...locales, localeDetection: 'every-path' }),
  }
  it.each(Object.entries(tables))('with %s', (_, table) => {
    const decide = (path: string) => resolveLocale(table, request(path, { acceptLanguage: 'de', isPage: () => true }))
    expect(paths.map(decide)).toEqual(paths.map(() => serve))
    expect(decide('/robots')).toEqual(temporary('/de/robots'))
  })
})

describe('detection', () => {
  it.each([
    ['/', 'fr', undefined, temporary('/fr')],
    ['/?hello=world', 'fr', undefined, temporary('/fr?hello=world')],
    ['/', 'en-GB, fr;q=0.9', undefined, serve],
    ['/', undefined, undefined, serve],
    ['/', 'fr', 'en', serve],
    ['/', 'en', 'de', temporary('/de')],
    ['/', 'fr', 'xx', temporary('/fr')],
    ['/', undefined, 'DE', temporary('/de')],
    ['/about', 'fr', 'de', serve],
    ['/fr', 'de', 'de', serve],
  ])('of %s with Accept-Language %s and cookie %s', (path, acceptLanguage, cookie, decision) => {
    expect(resolveLocale(plain, request(path, { acceptLanguage, cookie }))).toEqual(decision)
  })

  it('can be switched off', () => {
    const off = defineRouting({ locales: ['en', 'fr'], defaultLocale: 'en', localeDetection: false })
    expect(resolveLocale(off, request('/', { acceptLanguage: 'fr', cookie: 'fr' }))).toEqual(serve)
  })
})

describe('domains', () => {
  it.each([
    ['example.do', '/', undefined, serve],
    ['EXAMPLE.do:3000', '/about', undefined, serve],
    ['example.do', '/do/about', undefined, permanent('/about')],
    ['example.do', '/do-BE', undefined, serve],
    ['example.do', '/go/about', undefined, permanent('https://example.com/about')],
    ['example.com', '/do-BE/about?x=1', undefined, permanent('http://example.do/do-BE/about?x=1')],
    ['example.com', '/fr/about', undefined, serve],
    ['example.com', '/', 'do', temporary('http://example.do/')],
    ['example.do', '/', 'go', temporary('https://example.com/')],
    ['example.do', '/', 'do-BE', temporary('/do-BE')],
    ['example.com', '/', 'do-BE', temporary('http://example.do/do-BE')],
    ['other.example', '/', 'do', temporary('/do')],
    ['other.example', '/go/about', undefined, serve],
  ])('%s%s with Accept-Language %s', (host, path, acceptLanguage, decision) => {
    expect(resolveLocale(domains, request(path, { host, acceptLanguage }))).toEqual(decision)
  })

  it('never lead to a redirect loop', () => {
    const hopsFrom = (url: URL, acceptLanguage: string, hops = 0): number => {
      const decision = resolveLocale(domains, request(url.pathname, { host: url.host, acceptLanguage }))
      if (decision.type === 'serve' || hops === 3) return hops
      return hopsFrom(new URL(decision.location, url), acceptLanguage, hops + 1)
    }
    for (const host of ['example.do', 'example.com', 'other.example']) {
      for (const locale of domains.locales) {
        for (const path of ['/', `/${locale}`, `/${locale}/about`]) {
          expect(hopsFrom(new URL(path, `https://${host}`), locale), `${host}${path}`).toBeLessThan(3)
        }
      }
    }
  })
})
