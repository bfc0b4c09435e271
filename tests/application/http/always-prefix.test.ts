import { describe, expect, it } from 'vitest'
import { languageOf, withLocalizedServer } from '#tests/application/localized-server.ts'
import { crawl, urlsInSitemap } from '#tests/application/http/crawl.ts'

const { server, askFor } = withLocalizedServer('always')

describe('with a prefix for every language', () => {
  it.each([
    ['/en', 'en'],
    ['/de/handbuch', 'de'],
    ['/ja/開始', 'ja'],
    ['/arab/start', 'ar'],
  ])('%s is a page in %s, cached or not', async (path, locale) => {
    for (const visitor of [{}, { 'accept-language': 'ja' }]) {
      const { status, text } = await askFor(path, visitor)
      expect({ status, locale: languageOf(text) }).toEqual({ status: 200, locale })
    }
  })

  it.each([
    ['/', {}, '/en'],
    ['/?a=b', { 'accept-language': 'de' }, '/de?a=b'],
    ['/guide', { 'accept-language': 'de' }, '/de/handbuch'],
    ['/handbuch', {}, '/en/guide'],
    ['/goods/5', { cookie: 'NEXT_LOCALE=ja' }, '/ja/item/5'],
  ])('%s with %j leads to %s, for this visitor', async (path, visitor, location) => {
    const { status, headers } = await askFor(path, visitor)
    expect({ status, location: headers.location, vary: headers.vary, cache: headers['cache-control'] }).toEqual({
      status: 307,
      location,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      cache: 'private, no-store',
    })
  })

  it.each([
    ['/de/item/5', 308, '/de/ware/5'],
    ['/EN/guide', 308, '/en/guide'],
    ['/de/old/3', 307, '/de/ware/3'],
  ])('%s redirects with %d to %s', async (path, status, location) => {
    const { headers, ...response } = await askFor(path)
    expect({ status: response.status, location: headers.location }).toEqual({ status, location })
  })

  it('no URL of a page, header or sitemap redirects', async () => {
    const listed = urlsInSitemap((await askFor('/sitemap.xml')).text).map(({ pathname }) => pathname)
    expect(listed).toEqual(expect.arrayContaining(['/en', '/de/anfang', '/arab/start']))
    const { seen, wrong } = await crawl(server.origin, listed)
    expect(wrong).toEqual([])
    expect(seen.filter((path) => !/^\/(?:en|de|ja|arab|_build)(?:\/|$)|\.\w+$/.test(path))).toEqual([])
  }, 120_000)
})
