import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { buildWithRules } from '#tests/fairlead/rules/rules-build.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'

const server = withServer(async () => ({ cwd: await buildWithRules() }))

function askOn(host: string, path: string, headers: Record<string, string> = {}) {
  return ask(path, { origin: server.origin, headers: { host, ...headers } })
}

const language = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1]

describe('on two domains', () => {
  it.each([
    ['example.com', '/start', 'en'],
    ['example.com', '/ja/start', 'ja'],
    ['example.com', '/ar/start', 'ar'],
    ['example.de', '/start', 'de'],
    ['example.de:3000', '/guide/one', 'de'],
    ['example.de', '/ar/start', 'ar'],
    ['elsewhere.example', '/start', 'en'],
    ['elsewhere.example', '/de/start', 'de'],
  ])('%s%s is in %s', async (host, path, locale) => {
    const { status, text, headers } = await askOn(host, path)
    expect(status).toBe(200)
    expect(language(text)).toBe(locale)
    expect(headers['content-language']).toBe(locale)
  })

  it('the host that a trusted proxy was asked for decides, and no other', async () => {
    const proxied = await startForTest({ cwd: await buildWithRules(), env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const named = [{ 'x-forwarded-host': 'example.de' }, { forwarded: 'for=203.0.113.9;host=example.de' }]
    for (const headers of named) {
      const { text } = await ask('/start', { origin: proxied.origin, headers })
      expect(language(text)).toBe('de')
      expect(language((await askOn('example.com', '/start', headers)).text)).toBe('en')
    }
  })

  it.each([
    ['example.com', '/en/start?a=b', '/start?a=b'],
    ['example.com', '/de/start?a=b', 'http://example.de/start?a=b'],
    ['example.de', '/de/start', '/start'],
    ['example.de', '/en/start', 'https://example.com/start'],
    ['example.de', '/ja/start', 'https://example.com/ja/start'],
  ])('%s%s is at home on %s', async (host, path, location) => {
    const { status, headers } = await askOn(host, path)
    expect(status).toBe(308)
    expect(headers.location).toBe(location)
  })

  it.each([
    ['example.com', 'de', 'http://example.de/'],
    ['example.com', 'ja', '/ja'],
    ['example.de', 'en', 'https://example.com/'],
    ['example.de', 'ja', 'https://example.com/ja'],
    ['example.de', 'de', undefined],
    ['example.com', 'en', undefined],
  ])('the first page of %s leads a reader of %s to %s', async (host, acceptLanguage, location) => {
    const { status, headers } = await askOn(host, '/', { 'accept-language': acceptLanguage })
    expect(status).toBe(location ? 307 : 200)
    expect(headers.location).toBe(location)
  })

  it('links to a language of another domain are absolute, and the canonical URL is one', async () => {
    const { text } = await askOn('example.de', '/start')
    expect(text).toContain('href="https://example.com/start"')
    expect(text).toContain('href="https://example.com/ja/start"')
    expect(text).toContain('href="/guide"')
    expect(text).toMatch(/<link rel="canonical" href="http:\/\/example\.de\/start"/)
  })

  it('a redirect of the table stays in the language of the domain', async () => {
    expect((await askOn('example.de', '/redirect1')).headers.location).toBe('/start')
  })
})

describe('a cached page', () => {
  it('is cached for each domain, and not for other hosts', async () => {
    const hosts = { 'example.de': 'de', 'example.com': 'en', 'elsewhere.example': 'en', 'EXAMPLE.de:80': 'de' }
    for (const _ of ['made', 'kept']) {
      for (const [host, locale] of Object.entries(hosts)) {
        const { text } = await askOn(host, '/guide/one')
        expect(language(text), host).toBe(locale)
        expect(text, host).not.toContain('elsewhere.example')
      }
    }
  })

  it('is not served where a rule applies', async () => {
    const plain = () => askOn('localhost', '/guide/two')
    const [first, second] = [await plain(), await plain()]
    expect([first.status, second.headers.etag]).toEqual([200, first.headers.etag])
    const ruled = await askOn('localhost', '/guide/two', { 'x-test': 'x' })
    expect({ status: ruled.status, location: ruled.headers.location }).toEqual({
      status: 307,
      location: '/echo/kept',
    })
  })
})
