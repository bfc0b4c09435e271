import { describe, expect, inject, it } from 'vitest'

const origin = inject('origin')

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { headers, redirect: 'manual' })
}

describe('a prefix', () => {
  it.each([
    ['/EN/guide?a=b&a=c', '/guide?a=b&a=c'],
    ['/en/echo/a%2Fb/%E6%97%A5', '/echo/a%2Fb/%E6%97%A5'],
  ])('%s is written %s', async (path, location) => {
    const response = await ask(path)
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(location)
    // For clients that do not know the status, as every other 308 has it.
    expect(response.headers.get('refresh')).toBe(`0;url=${location}`)
  })

  it.each(['/it', '/de-DE', '/en/de', '/favicon.ico', '/de/.well-known/x'])('%s is no language: 404', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })
})

describe('detection on the first page', () => {
  it.each([
    ['de-AT,en;q=0.5', {}, '/de'],
    [';;;q=, \u00e9', {}, null],
    ['en', { cookie: 'a=b; NEXT_LOCALE=ar' }, '/ar'],
    ['de', { cookie: 'NEXT_LOCALE=%E0%A4%A' }, '/de'],
    ['de', { 'sec-fetch-site': 'same-origin' }, null],
  ])('of %s with %j leads to %s', async (language, headers, location) => {
    const response = await ask('/?a=b', { 'accept-language': language, ...headers })
    expect(response.status).toBe(location ? 307 : 200)
    expect(response.headers.get('location')).toBe(location && `${location}?a=b`)
    expect(response.headers.get('vary')).toMatch(/Accept-Language, Cookie/)
  })
})

describe('search engines', () => {
  it.each(['/', '/de/guide/one'])('are told the addresses of %s', async (path) => {
    const response = await ask(path)
    const html = await response.text()
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect(new URL(canonical ?? '').pathname).toBe(path)
    expect([...html.matchAll(/hrefLang="([^"]+)"/gi)].map(([, language]) => language)).toEqual(
      expect.arrayContaining(['en', 'de', 'ja', 'ar', 'x-default']),
    )
    expect(response.headers.get('content-language')).toBe(/^\/(de|ar)\//.exec(path)?.[1] ?? 'en')
  })

  it('get no alternates of a missing page', async () => {
    expect(await (await ask('/nothing')).text()).not.toContain('rel="canonical"')
  })

  // The tests of `npm run cache -- warm` ask for each of its pages.
  it('find a sitemap, which robots.txt names', async () => {
    const robots = await (await ask('/robots.txt')).text()
    const address = new URL(/^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '')
    expect(address.origin).toBe(origin.replace('127.0.0.1', 'localhost'))
    const sitemap = await (await ask(address.pathname)).text()
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page]) => new URL(page ?? '').pathname)
    expect(pages).toEqual(expect.arrayContaining(['/', '/de', '/start', '/ja/links']))
    expect(pages).toEqual([...new Set(pages)])
  })

  it('get no URLs from the Host header', async () => {
    const response = await ask('/', { host: 'evil.example' })
    expect(await response.text()).not.toContain('evil.example')
  })
})
