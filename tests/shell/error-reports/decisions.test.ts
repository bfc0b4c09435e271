import { describe, expect, it } from 'vitest'
import {
  backoffMs,
  classifyResponse,
  limitedUntil,
  parseRateLimits,
} from '#app/error-reports/delivery/classify-response.ts'
import { dsnText, ingestUrl, isSameDsn, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import { checkRequest } from '#app/error-reports/ingest/ingest.server.ts'
import { createTokenBuckets, takeToken } from '#app/server/http/token-bucket.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('a DSN', () => {
  it.each([
    ['https://key@sentry.io/42', 'https://sentry.io/api/42/envelope/'],
    ['https://key:secret@sentry.io/42/', 'https://sentry.io/api/42/envelope/'],
    ['http://key@localhost:8000/a/b/42', 'http://localhost:8000/a/b/api/42/envelope/'],
    ['http://key@[::1]:8000/42', 'http://[::1]:8000/api/42/envelope/'],
  ])('%s leads to %s', (text, url) => {
    const dsn = parseDsn(text)
    expect(dsn && ingestUrl(dsn)).toBe(url)
    expect(dsn && dsnText(dsn)).not.toContain('secret')
  })

  it.each(['', 'x', 'https://sentry.io/42', 'https://key@sentry.io', 'ftp://key@sentry.io/42', 'https://key@h/1?x=1'])(
    '%j is none',
    (text) => {
      expect(parseDsn(text)).toBeUndefined()
    },
  )

  it('is the same with another secret and not with another key, host or project', () => {
    const same = (a: string, b: string) => {
      const [first, second] = [parseDsn(a), parseDsn(b)]
      return first && second && isSameDsn(first, second)
    }
    expect(same('https://k@h/1', 'https://k:s@h/1/')).toBe(true)
    for (const other of ['https://x@h/1', 'https://k@x/1', 'https://k@h/2', 'http://k@h/1', 'https://k@h:444/1']) {
      expect(same('https://k@h/1', other)).toBe(false)
    }
  })
})

describe('checkRequest accepts', () => {
  const head = (headers: Record<string, string>, more: object = {}) =>
    checkRequest({ method: 'POST', path: '/', headers, hosts: ['example.com'], ...more }, 'https://example.org')

  it.each([
    ['no word of where it is from', {}],
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://anything' }],
    ['the origin of its host', { origin: 'https://example.com' }],
    ['the public origin', { origin: 'https://example.org' }],
    ['a referer of its host', { referer: 'https://example.com/lab' }],
  ])('%s', (_, headers) => {
    expect(head(headers)).toEqual({ type: 'accepted', gzip: false })
  })

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site', origin: 'https://example.com' }],
    ['none', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.com' }],
    ['an origin that begins alike', { origin: 'https://example.com.evil.com' }],
    ['no origin to speak of', { origin: 'null' }],
    ['another referer', { referer: 'https://evil.com/example.com' }],
  ])('not %s', (_, headers) => {
    expect(head(headers)).toMatchObject({ type: 'refused', status: 403 })
  })

  it.each([
    [404, { path: 'xyz' }, {}],
    [404, { path: '/x' }, {}],
    [405, { method: 'GET' }, {}],
    [415, {}, { 'content-encoding': 'br' }],
    [415, {}, { 'content-encoding': 'gzip, gzip' }],
  ])('%d for %j %j', (status, more, headers) => {
    expect(head(headers, more)).toMatchObject({ type: 'refused', status })
  })

  it('gzip', () => {
    expect(head({ 'content-encoding': 'GZIP' })).toEqual({ type: 'accepted', gzip: true })
  })
})

describe('a token bucket', () => {
  const rate = { perSecond: 2, burst: 3 }

  it('allows its burst at once, then its rate', () => {
    let bucket
    for (let taken = 0; taken < 3; taken++) {
      const take = takeToken(bucket, rate, NOW)
      expect(take.type).toBe('allowed')
      bucket = take.bucket
    }
    expect(takeToken(bucket, rate, NOW)).toMatchObject({ type: 'refused', retryAfterSeconds: 1 })
    expect(takeToken(bucket, rate, NOW + 499)).toMatchObject({ type: 'refused' })
    expect(takeToken(bucket, rate, NOW + 500)).toMatchObject({ type: 'allowed' })
    expect(takeToken(bucket, rate, NOW + 3_600_000)).toMatchObject({ bucket: { tokens: 2 } })
    // A clock that was set back neither fills nor empties it.
    expect(takeToken(bucket, rate, NOW - 3_600_000)).toMatchObject({ type: 'refused' })
  })

  it('lends what one request costs beyond its tokens, and refuses until that is paid', () => {
    const { bucket, type } = takeToken(undefined, rate, NOW, 8)
    expect(type).toBe('allowed')
    expect(takeToken(bucket, rate, NOW)).toMatchObject({ type: 'refused', retryAfterSeconds: 3 })
    expect(takeToken(bucket, rate, NOW + 2_999)).toMatchObject({ type: 'refused' })
    expect(takeToken(bucket, rate, NOW + 3_000)).toMatchObject({ type: 'allowed' })
  })

  it('is charged for what was used, whether or not it has as much', () => {
    const buckets = createTokenBuckets(rate, 10)
    expect(buckets.take('a', NOW)).toEqual({ type: 'allowed' })
    buckets.charge('a', NOW, 4)
    expect(buckets.take('a', NOW)).toEqual({ type: 'refused', retryAfterSeconds: 2 })
    expect(buckets.take('b', NOW)).toEqual({ type: 'allowed' })
  })
})

describe('backoff', () => {
  const limits = { initial: 1_000, max: 300_000 }

  it('doubles from a second to five minutes, with jitter', () => {
    expect([1, 2, 3, 4, 9, 10, 1_000].map((failures) => backoffMs(failures, 1, limits))).toEqual([
      1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
    ])
    expect([1, 2, 3, 10].map((failures) => backoffMs(failures, 0, limits))).toEqual([1_000, 1_000, 2_000, 150_000])
  })
})

describe('rate limits of the ingest', () => {
  it.each([
    [200, {}, {}],
    [429, {}, { '*': 60 }],
    [429, { 'retry-after': '7' }, { '*': 7 }],
    [429, { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, { '*': 30 }],
    [429, { 'retry-after': 'soon' }, { '*': 60 }],
    [503, { 'retry-after': '7' }, {}],
    [200, { 'x-sentry-rate-limits': '10:error:organization' }, { error: 10 }],
    [429, { 'x-sentry-rate-limits': '10::organization', 'retry-after': '99' }, { '*': 10 }],
    [
      429,
      { 'x-sentry-rate-limits': ' 2.5:error;session:key , 60:span:key:x:y' },
      { error: 2.5, session: 2.5, span: 60 },
    ],
    [429, { 'x-sentry-rate-limits': '5:error, 9:error, 7:error' }, { error: 9 }],
    [429, { 'x-sentry-rate-limits': 'x:error' }, { error: 60 }],
    [429, { 'x-sentry-rate-limits': '99999999999:error' }, { error: 86_400 }],
  ])('%d %j', (status, headers, seconds) => {
    const limits = Object.fromEntries(Object.entries(seconds).map(([key, value]) => [key, NOW + value * 1_000]))
    expect(parseRateLimits(status, new Headers(headers as Record<string, string>), NOW)).toEqual(limits)
  })

  it('apply to the named categories, and with a star to all', () => {
    expect(limitedUntil({ error: 5 }, ['error', 'session'])).toBe(5)
    expect(limitedUntil({ error: 5 }, ['session'])).toBe(0)
    expect(limitedUntil({ '*': 7, error: 5 }, ['session'])).toBe(7)
  })
})

describe('the meaning of a response', () => {
  const claimed = { attempts: 0, categories: ['error'], accepted: [] } as const
  const answer = (status: number, headers: Record<string, string> = {}) =>
    classifyResponse({ status, headers: new Headers(headers), reason: null }, claimed, NOW, 1)

  it.each([200, 201, 204])('%d is delivered', (status) => {
    expect(answer(status)).toMatchObject({ state: 'done', status, reason: null })
  })

  it.each([301, 307, 408, 500, 502, 503, 504])('%d is retried, and the ingest is failing', (status) => {
    expect(answer(status)).toMatchObject({ state: 'waiting', nextAt: NOW + 1_000, failing: true, status })
  })

  it.each([400, 401, 403, 404, 413, 422])('%d makes a dead letter', (status) => {
    expect(answer(status)).toMatchObject({ state: 'aside', status, reason: `answered ${status}`, failing: false })
  })

  it('no response is retried', () => {
    const response = { status: null, headers: new Headers(), reason: 'reset' }
    expect(classifyResponse(response, { ...claimed, attempts: 2 }, NOW, 1)).toMatchObject({
      state: 'waiting',
      nextAt: NOW + 4_000,
      reason: 'reset',
      failing: true,
    })
  })

  it('429 is retried when its limits end, without what it accepted', () => {
    expect(answer(429, { 'retry-after': '9' })).toMatchObject({
      state: 'waiting',
      nextAt: NOW + 9_000,
      failing: false,
      accepted: [],
    })
    const headers = new Headers({ 'x-sentry-rate-limits': '9:session' })
    expect(
      classifyResponse(
        { status: 429, headers, reason: null },
        { ...claimed, categories: ['error', 'session'] },
        NOW,
        1,
      ),
    ).toMatchObject({
      state: 'waiting',
      nextAt: NOW + 9_000,
      accepted: ['error'],
      limits: { session: NOW + 9_000 },
    })
  })
})
