import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { documentOf, tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const CACHED = ['/', '/guide', '/guide/one', '/de/guide/one', '/ar']

/** Everything that a visitor can send who wants others to see it. */
const VISITOR = {
  cookie: 'tz=Asia%2FTokyo; NEXT_LOCALE=ja; other=MARKER',
  'user-agent': 'Googlebot/2.1 MARKER',
  referer: 'http://MARKER.example/',
  accept: 'application/json',
  host: 'MARKER.example',
  'x-forwarded-host': 'MARKER.example',
  forwarded: 'host=MARKER',
  'sentry-trace': `${'feed'.repeat(8)}-${'feed'.repeat(4)}-1`,
  authorization: 'Bearer MARKER',
}

const env = { PUBLIC_ORIGIN: 'https://fairlead.example' }
const server = withServer({ env })
/** One whose pages that visitor is the first to ask for. */
const other = withServer({ env })

/** Requests a page as a visitor who follows a link of this site, so that no language is detected. */
const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(path, { method, origin: server.origin, headers: { ...FROM_HERE, ...headers } })

describe('a cached page', () => {
  it.each(CACHED)('%s has the same bytes and tag whoever was first, and nothing of them', async (path) => {
    const answers = [
      await visit(path),
      await ask(path, { origin: other.origin, headers: { ...FROM_HERE, ...VISITOR } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    for (const { text, headers } of answers) {
      expect(text).not.toMatch(/MARKER|feedfeed|Asia\/Tokyo|nonce=/)
      expect(text, 'a time').not.toMatch(/\b1[789]\d{11}\b/)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it.each(['light', 'dark'])('differs for visitors who chose the theme %s', async (theme) => {
    const plain = await visit('/guide')
    const chosen = await visit('/guide', { cookie: `theme=${theme}` })
    expect(documentOf(chosen.text)['data-theme']).toBe(theme)
    expect(documentOf(plain.text)['data-theme']).toBeUndefined()
    expect(chosen.headers.etag).not.toBe(plain.headers.etag)
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('goes out in %s', async (encoding, decode) => {
    const { text } = await visit('/guide')
    const { body, headers } = await visit('/guide', { 'accept-encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(body.length) })
    expect(decode(body).toString()).toBe(text)
    expect(body.length).toBeLessThan(text.length / 3)
  })

  it.each([
    ['/', 'Accept-Language, Cookie, Accept-Encoding, Available-Dictionary'],
    ['/guide', 'Cookie, Accept-Encoding, Available-Dictionary'],
  ])('%s says what it depends on, and is asked about each time', async (path, vary) => {
    const { headers } = await visit(path)
    expect(headers).toMatchObject({ vary, 'cache-control': 'private, no-cache' })
    const again = await visit(path, { 'if-none-match': headers.etag ?? '' })
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 })
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
  })

  it('is not served to a visitor with another language', async () => {
    for (const _ of ['made', 'kept']) expect((await visit('/')).status).toBe(200)
    const german = await visit('/', { 'accept-language': 'de', 'sec-fetch-site': 'none' })
    expect({ status: german.status, location: german.headers.location }).toEqual({ status: 307, location: '/de' })
  })

  it('rejects other methods', async () => {
    expect((await visit('/guide', {}, 'POST')).status).toBe(405)
    const head = await visit('/guide', {}, 'HEAD')
    expect({ status: head.status, bytes: head.body.length }).toEqual({ status: 200, bytes: 0 })
    expect(Number(head.headers['content-length'])).toBeGreaterThan(10_000)
  })

  it('allows its own scripts by their hashes, and no others', async () => {
    const { headers, text } = await visit('/guide')
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
    expect(tags(text, 'script').every(({ nonce, src = '/' }) => nonce === undefined && src.startsWith('/'))).toBe(true)
  })

  it('is bypassed for a session, a draft and a query', async () => {
    for (const { headers } of [
      await visit('/guide', { cookie: '__Host-session=x' }),
      await visit('/guide', { cookie: 'draft=x' }),
      await visit('/guide?a=b'),
    ]) {
      expect(headers['content-security-policy']).toContain("'nonce-")
      expect(headers.etag).toBeUndefined()
    }
  })
})
