import { describe, expect, it } from 'vitest'
import { crawl, urlsInSitemap } from '#tests/application/http/crawl.ts'
import { languageOf, withLocalizedServer } from '#tests/application/localized-server.ts'

const { server, askFor } = withLocalizedServer()

/** Returns a document with its URLs decoded, without its style sheets, whose `100%` is no escape. */
const decoded = (html: string) => decodeURI(html.replace(/<style[^>]*>.*?<\/style>/gs, ''))

describe('a public path', () => {
  it.each([
    ['/start', 'en'],
    ['/de/anfang', 'de'],
    ['/ja/開始', 'ja'],
    ['/arab/بداية', 'ar'],
    ['/de/ware/5?delay=1', 'de'],
    ['/de/handbuch', 'de'],
    ['/ja/手引き/one', 'ja'],
    ['/arab/صدى/a%2Fb/日本', 'ar'],
    ['/arab', 'ar'],
    ['/de/sale', 'de'],
  ])('%s shows its page in %s', async (path, locale) => {
    const { status, text, headers } = await askFor(path)
    expect({ status, location: headers.location, locale: languageOf(text) }).toEqual({ status: 200, locale })
  })

  it.each([
    ['/de/start', '/de/anfang'],
    ['/de/item/5?delay=1', '/de/ware/5?delay=1'],
    ['/de/artikel/5', '/de/ware/5'],
    ['/de/開始', '/de/anfang'],
    ['/ar/guide/one', '/arab/guide/one'],
    ['/en/start', '/start'],
  ])('%s redirects to the public path %s', async (path, location) => {
    const { status, headers } = await askFor(path)
    expect({ status, location: headers.location }).toEqual({ status: 308, location: encodeURI(location) })
  })

  it.each([
    ['/de/old/3', 307, '/de/ware/3'],
    ['/de/umgezogen/3', 307, '/de/ware/3'],
  ])('%s redirects with %d to %s', async (path, status, location) => {
    const response = await askFor(path)
    expect({ status: response.status, location: response.headers.location }).toEqual({ status, location })
  })

  it('is what the page of a missing path does not have', async () => {
    expect((await askFor('/de/nichts')).status).toBe(404)
    expect((await askFor('/de/ware')).status).toBe(404)
  })
})

describe('links', () => {
  it('have the public path of the language', async () => {
    const { text } = await askFor('/de/anfang')
    expect(decoded(text)).toContain('href="/de/handbuch"')
    for (const href of ['/start', '/ja/開始', '/arab/بداية']) expect(decoded(text)).toContain(`href="${href}"`)
  })

  it('for search engines have the public paths too', async () => {
    const { text } = await askFor('/de/ware/5?delay=1')
    const origin = /rel="canonical" href="(http:\/\/[^/]+)\//.exec(text)?.[1] ?? ''
    expect(text).toContain(`rel="canonical" href="${origin}/de/ware/5"`)
    expect(text).toContain(`property="og:url" content="${origin}/de/ware/5"`)
    for (const path of ['/goods/5', '/ja/商品/5', '/arab/item/5'])
      expect(decoded(text)).toContain(`href="${origin}${path}"`)
  })
})

describe('a rewrite that alone leads to a page', () => {
  it('makes its source the canonical URL of the page', async () => {
    for (const path of ['/de/sale', '/de/ware/7']) {
      const { text } = await askFor(path)
      expect(text).toMatch(/rel="canonical" href="http:\/\/[^/]+\/de\/sale"/)
      expect(text).toMatch(/hrefLang="ar" href="http:\/\/[^/]+\/arab\/sale"/)
    }
  })
})

describe('the page cache', () => {
  it.each([
    ['/guide', 'en'],
    ['/de/handbuch', 'de'],
    ['/ja/手引き', 'ja'],
    ['/arab/guide', 'ar'],
  ])('has %s in its own language, however often it is asked', async (path, locale) => {
    for (const visitor of [{}, { 'accept-language': 'ja' }, { cookie: 'NEXT_LOCALE=de' }]) {
      const { status, text, headers } = await askFor(path, visitor)
      expect({ status, locale: languageOf(text), vary: headers.vary }).toEqual({
        status: 200,
        locale,
        vary: 'Cookie, Accept-Encoding, Available-Dictionary',
      })
      expect((await askFor(path, { ...visitor, 'if-none-match': headers.etag ?? '' })).status).toBe(304)
    }
  })

  it('answers no other spelling of a cached page', async () => {
    await askFor('/de/handbuch/one')
    for (const path of ['/de/guide/one', '/de/手引き/one'])
      expect(await askFor(path)).toMatchObject({ status: 308, headers: { location: '/de/handbuch/one' } })
  })
})

describe('the error page of a localized path', () => {
  it('names the public path, and so does its line in the log', async () => {
    const { status, text } = await askFor('/de/fehler/loader-error')
    expect(status).toBe(500)
    expect(text).toContain('/de/fehler/loader-error')
    expect(text).not.toMatch(/(?:href|action|value)="[^"]*\/de\/errors\//)
    await expect.poll(() => server.log.join()).toContain('/de/fehler/loader-error')
  })
})

describe('a redirect', () => {
  it.each([
    ['/de/start', {}, 308, 'Accept-Encoding'],
    ['/', { 'accept-language': 'de' }, 307, 'Accept-Language, Cookie, Accept-Encoding'],
    ['/de/old/3', {}, 307, 'Accept-Encoding'],
  ])('from %s with %j says what it depends on', async (path, visitor, status, vary) => {
    const { headers, ...response } = await askFor(path, visitor)
    expect({ status: response.status, vary: headers.vary }).toEqual({ status, vary })
  })
})

describe('a crawl of four languages', () => {
  it('finds no URL that redirects or is missing', async () => {
    const sitemap = await askFor('/sitemap.xml')
    const listed = urlsInSitemap(sitemap.text).map(({ pathname }) => pathname)
    expect(decoded(listed.join(' '))).toContain('/ja/開始')
    // Pages with params, as the application lists them.
    expect(sitemap.text).toMatch(/\/de\/ware\/5<\/loc><lastmod>2026-11-01T12:00:00.000Z<\/lastmod>/)
    expect(sitemap.text).toContain('/de/bild/2</loc><xhtml:link')
    const { seen, wrong } = await crawl(server.origin, ['/', '/de', '/ja', '/arab', ...listed])
    expect(wrong).toEqual([])
    expect(seen).toEqual(expect.arrayContaining(['/goods/5', '/de/ware/5', '/ja/商品/5', '/arab/item/5']))
  }, 120_000)
})
