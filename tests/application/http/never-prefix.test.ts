import { describe, expect, it } from 'vitest'
import { messageIn } from '#tests/application/message-in.ts'
import { ask } from '#tests/harness/request.ts'
import { languageOf, withLocalizedServer } from '#tests/application/localized-server.ts'
import { crawl, urlsIn, urlsInSitemap } from '#tests/application/http/crawl.ts'

const { server, askFor } = withLocalizedServer('never')

const VARY = 'Accept-Language, Cookie, Accept-Encoding'
const DE = { 'accept-language': 'de-AT,en;q=0.5' }

describe('without prefixes, the language of a page', () => {
  it.each([
    ['/atlas', {}, 'en'],
    ['/atlas', DE, 'de'],
    ['/atlas', { ...DE, cookie: 'NEXT_LOCALE=ja' }, 'ja'],
    ['/atlas', { ...DE, cookie: 'NEXT_LOCALE=xx' }, 'de'],
    ['/atlas', { host: 'example.de', 'accept-language': 'en' }, 'de'],
    ['/atlas', { host: 'example.de', cookie: 'NEXT_LOCALE=ja' }, 'de'],
    ['/atlas', { host: 'example.com', ...DE }, 'en'],
    ['/atlas', { host: 'example.com', cookie: 'NEXT_LOCALE=ar' }, 'ar'],
    ['/ware/5?delay=1', DE, 'de'],
    ['/開始', { cookie: 'NEXT_LOCALE=ja' }, 'ja'],
  ])('%s for %j is %s', async (path, visitor, locale) => {
    const { status, text, headers } = await askFor(path, visitor)
    expect({ status, locale: languageOf(text), said: headers['content-language'] }).toEqual({
      status: 200,
      locale,
      said: locale,
    })
    expect(headers.vary).toBe(`${VARY}, Available-Dictionary`)
  })

  it('is that of its parts per visitor', async () => {
    const part = async () => /<per-visitor [^]*?<\/per-visitor>/.exec((await askFor('/greeted/one', DE)).text)?.[0]
    await expect.poll(part, { timeout: 15_000 }).toMatch(/<a [^>]*href="\/anfang"[^>]*>/)
    await expect.poll(part, { timeout: 15_000 }).toContain(messageIn('de', 'shell', 'skip'))
  })

  it('is the one of each visitor, however often and in whatever order a page is asked for', async () => {
    const visitors = [
      { cookie: 'NEXT_LOCALE=de' },
      {},
      { 'accept-language': 'ja' },
      DE,
      { host: 'example.de' },
      { cookie: 'NEXT_LOCALE=ar; theme=dark' },
    ]
    const expected = ['de', 'en', 'ja', 'de', 'de', 'ar']
    // A static page, one with a TTL, one that is rendered for each visitor, and one that is missing.
    for (const path of ['/atlas', '/brief/1', '/links', '/nothing']) {
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(visitors.map((visitor) => askFor(path, visitor)))
        expect(answers.map(({ text }) => languageOf(text))).toEqual(expected)
      }
      const tags = await Promise.all(visitors.map(async (visitor) => (await askFor(path, visitor)).headers.etag))
      if (path === '/atlas') expect(new Set(tags).size).toBe(5)
    }
  })
})

describe('a prefix', () => {
  it.each([
    ['/de', '/', 'de'],
    ['/de/atlas?a=b', '/atlas?a=b', 'de'],
    ['/de/開始', '/anfang', 'de'],
    ['/ja/anfang', '/開始', 'ja'],
  ])('%s chooses a language once, and leads to %s', async (path, location, locale) => {
    const { status, headers } = await askFor(path, { 'accept-language': 'ar' })
    expect({ status, location: headers.location }).toEqual({ status: 308, location: encodeURI(location) })
    expect(String(headers['set-cookie'])).toMatch(new RegExp(`^NEXT_LOCALE=${locale}; Path=/; SameSite=Lax; Max-Age=`))
    // A browser asks again, so that the choice is remembered again.
    expect(headers).toMatchObject({ vary: VARY, 'cache-control': 'private, no-store' })
    const page = await ask(encodeURI(location), {
      origin: server.origin,
      headers: { cookie: `NEXT_LOCALE=${locale}`, 'accept-language': 'ar' },
    })
    expect(languageOf(page.text)).toBe(locale)
  })

  it('of a language of another domain leads there', async () => {
    const onCom = await askFor('/de/start', { host: 'example.com' })
    expect(onCom).toMatchObject({ status: 308, headers: { location: 'http://example.de/anfang' } })
    expect(onCom.headers['set-cookie']).toBeUndefined()
    const onDe = await askFor('/ja/start', { host: 'example.de' })
    expect(onDe.headers.location).toBe(encodeURI('https://example.com/ja/開始'))
  })

  it.each(['/de/en', '/en/de', '/xx/atlas'])('%s is no language: 404', async (path) => {
    expect((await askFor(path)).status).toBe(404)
  })
})

describe('a path of another language', () => {
  it.each([
    ['/item/5', DE, '/ware/5'],
    ['/anfang', {}, '/start'],
    ['/old/3', DE, '/ware/3'],
  ])('%s leads %j to %s', async (path, visitor, location) => {
    const { status, headers } = await askFor(path, visitor)
    expect({ status, location: headers.location, vary: headers.vary }).toEqual({ status: 307, location, vary: VARY })
  })
})

describe('search engines', () => {
  it('get a URL for each domain and none for each language', async () => {
    const { text } = await askFor('/anfang', { cookie: 'NEXT_LOCALE=de' })
    const head = urlsIn(text, 'link', server.origin).filter(({ tag }) => /canonical|hreflang/i.test(tag))
    expect(head.map(({ url }) => url.href)).toEqual([
      'http://example.de/anfang',
      'https://example.com/start',
      'http://example.de/anfang',
      'https://example.com/start',
    ])
    const japanese = await askFor('/開始', { cookie: 'NEXT_LOCALE=ja' })
    expect(japanese.text).toContain('rel="canonical" href="https://example.com/start"')
  })

  it('find each URL of the sitemap at once', async () => {
    const urls = urlsInSitemap((await askFor('/sitemap.xml')).text)
    expect(urls.map(({ href }) => href)).toContain('http://example.de/anfang')
    const once = new Map(urls.map(({ href, host, pathname }) => [href, { host, pathname }]))
    const wrong = await Promise.all(
      [...once.values()].map(async ({ host, pathname }) => {
        const { status } = await ask(pathname, { origin: server.origin, headers: { host } })
        return status === 200 ? [] : [`${status} ${host}${pathname}`]
      }),
    )
    expect(wrong.flat()).toEqual([])
  })
})

describe('a crawl', () => {
  it.each(['en', 'de', 'ja', 'ar'])(
    'in %s finds no URL that redirects or names a language',
    async (locale) => {
      const { seen, wrong } = await crawl(server.origin, ['/'], {
        headers: { cookie: `NEXT_LOCALE=${locale}` },
        names: 'a',
      })
      expect(wrong).toEqual([])
      expect(seen.filter((path) => /^\/(?:en|de|ja|ar)(?:\/|$)/.test(path))).toEqual([])
      const start = { de: '/anfang', ja: '/開始' }[locale] ?? '/start'
      expect(seen).toContain(start)
    },
    120_000,
  )

  it('of a menu finds what chooses a language', async () => {
    const { text } = await askFor('/anfang', DE)
    const chosen = urlsIn(text, 'a', server.origin).filter(
      ({ tag }) => tag.includes('nofollow') && tag.includes('hrefLang'),
    )
    expect(chosen.map(({ url }) => decodeURI(url.pathname))).toEqual(['/en/start', '/ja/開始', '/ar/start'])
  })
})
