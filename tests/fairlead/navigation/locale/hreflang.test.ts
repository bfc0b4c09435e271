import type { AnyRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { hreflangLinks, shownPath } from '#fairlead/navigation/locale/hreflang.ts'
import { SITEMAP_LIMITS, writeRobots, writeSitemap } from '#fairlead/navigation/locale/sitemap.ts'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

const plain = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })
const domains = defineRouting({
  locales: ['en', 'de', 'nl'],
  defaultLocale: 'en',
  domains: [{ domain: 'example.de', defaultLocale: 'de', http: true }],
})
const origin = 'https://example.com'

describe('the alternate links of a page', () => {
  it('have its own URL and that of every language', () => {
    expect(hreflangLinks(plain, '/de/a/日本', origin)).toEqual([
      { rel: 'canonical', href: 'https://example.com/de/a/%E6%97%A5%E6%9C%AC' },
      { rel: 'alternate', hrefLang: 'en', href: 'https://example.com/a/%E6%97%A5%E6%9C%AC' },
      { rel: 'alternate', hrefLang: 'de', href: 'https://example.com/de/a/%E6%97%A5%E6%9C%AC' },
      { rel: 'alternate', hrefLang: 'x-default', href: 'https://example.com/a/%E6%97%A5%E6%9C%AC' },
    ])
  })

  it('use the domain of a language', () => {
    const links = hreflangLinks(domains, '/de', origin)
    expect(links[0]).toEqual({ rel: 'canonical', href: 'http://example.de/' })
    expect(links).toContainEqual({ rel: 'alternate', hrefLang: 'nl', href: 'https://example.com/nl' })
  })
})

describe('without prefixes', () => {
  const never = defineRouting({ locales: ['en', 'de', 'nl'], defaultLocale: 'en', localePrefix: 'never' })
  const onDomains = defineRouting({
    locales: ['en', 'de', 'nl'],
    defaultLocale: 'en',
    localePrefix: 'never',
    domains: [
      { domain: 'example.com', defaultLocale: 'en', locales: ['nl'] },
      { domain: 'example.de', defaultLocale: 'de' },
    ],
  })

  it('all languages have one URL, and no alternates', () => {
    expect(hreflangLinks(never, '/de/a', origin)).toEqual([{ rel: 'canonical', href: 'https://example.com/a' }])
    const sitemap = writeSitemap(never, ['/', '/a'], origin) ?? ''
    expect(sitemap.match(/<loc>/g)).toHaveLength(2)
    expect(sitemap).not.toContain('hreflang')
  })

  it('domains are the alternates', () => {
    expect(hreflangLinks(onDomains, '/nl/a', origin)).toEqual([
      { rel: 'canonical', href: 'https://example.com/a' },
      { rel: 'alternate', hrefLang: 'en', href: 'https://example.com/a' },
      { rel: 'alternate', hrefLang: 'de', href: 'https://example.de/a' },
      { rel: 'alternate', hrefLang: 'x-default', href: 'https://example.com/a' },
    ])
    expect(writeSitemap(onDomains, ['/a'], origin)?.match(/<loc>/g)).toHaveLength(2)
  })
})

describe('a sitemap', () => {
  it('lists every page in every language, escaped', () => {
    const sitemap = writeSitemap(plain, ['/', "/a&b's"], origin) ?? ''
    expect(sitemap.match(/<url>/g)).toHaveLength(4)
    expect(sitemap).toContain('<loc>https://example.com/de/a&amp;b&#39;s</loc>')
    expect(sitemap).toContain('hreflang="de" href="https://example.com/de"')
  })

  it('is split when it is too long, and the first file lists the parts', () => {
    const paths = Array.from({ length: 5 }, (_, index) => `/${index}`)
    const limits = { urls: 4, bytes: 1_000_000 }
    const index = writeSitemap(plain, paths, origin, undefined, limits)
    expect(index).toContain('<loc>https://example.com/sitemap-3.xml</loc>')
    const parts = [1, 2, 3].map((part) => writeSitemap(plain, paths, origin, part, limits)?.match(/<url>/g)?.length)
    expect(parts).toEqual([4, 4, 2])
    expect(writeSitemap(plain, paths, origin, 4, limits)).toBeUndefined()
    expect(writeSitemap(plain, paths, origin, 1)).toBeUndefined()
  })

  it('is split when it is too large, and a page that is larger alone has a file of its own', () => {
    const paths = ['/a', '/b', `/${'c'.repeat(900)}`, '/d']
    const limits = { urls: 50_000, bytes: 1_200 }
    const parts = [1, 2, 3, 4, 5].map(
      (part) => writeSitemap(plain, paths, origin, part, limits)?.match(/<url>/g)?.length,
    )
    expect(parts).toEqual([4, 1, 1, 2, undefined])
    expect(SITEMAP_LIMITS).toEqual({ urls: 50_000, bytes: 50_000_000 })
  })

  it('lists each page once', () => {
    const written = writeSitemap(plain, ['/', '/handbook', '/handbook/', '/handbook', '/ü', '/%C3%BC'], origin) ?? ''
    const locations = [...written.matchAll(/<loc>([^<]+)/g)].map(([, location]) => location)
    expect(locations).toEqual([...new Set(locations)])
    expect(locations).toHaveLength(6)
  })

  it('is listed in robots.txt', () => {
    expect(writeRobots(origin)).toContain('Sitemap: https://example.com/sitemap.xml\n')
  })
})

describe('the path of the page that is shown', () => {
  it('keeps an encoded slash of a catch-all, in one spelling', () => {
    const router = (pathname: string) =>
      ({
        stores: {
          matches: { get: () => [{ status: 'success', pathname: '/echo/a/b' }] },
          resolvedLocation: { get: () => undefined },
        },
        latestLocation: { pathname },
      }) as unknown as AnyRouter
    expect(shownPath(router('/echo/a%2fb|c'))).toBe('/echo/a%2Fb%7Cc')
    expect(shownPath(router('/echo/a/b'))).toBe('/echo/a/b')
  })
})
