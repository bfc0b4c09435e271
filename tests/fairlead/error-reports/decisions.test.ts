import { describe, expect, it } from 'vitest'
import {
  BACKOFF,
  backoffMs,
  classifyResponse,
  limitedUntil,
  parseRateLimits,
} from '#fairlead/error-reports/delivery/classify-response.ts'
import { dsnText, ingestUrl, isSameDsn, parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import { checkRequest } from '#fairlead/error-reports/ingest/ingest.server.ts'
import { createTokenBuckets } from '#fairlead/platform/http/token-bucket.ts'

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
    '%j is no DSN',
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
    ['the origin of its host', { origin: 'https://example.com' }],
    ['the public origin', { origin: 'https://example.org' }],
  ])('%s', (_, headers) => {
    expect(head(headers)).toEqual({ type: 'accepted', gzip: false })
  })

  it('gzip', () => {
    expect(head({ 'content-encoding': 'GZIP' })).toEqual({ type: 'accepted', gzip: true })
  })

  it.each([
    [403, {}, { 'sec-fetch-site': 'cross-site' }],
    [403, {}, { 'sec-fetch-site': 'none' }],
    [403, {}, { origin: 'https://example.com.evil.com' }],
    [404, { path: 'xyz' }, {}],
    [404, { path: '/x' }, {}],
    [405, { method: 'GET' }, {}],
    [415, {}, { 'content-encoding': 'br' }],
    [415, {}, { 'content-encoding': 'gzip, gzip' }],
  ])('not (%d) %j %j', (status, more, headers) => {
    expect(head(headers, more)).toMatchObject({ type: 'refused', status })
  })
})

describe('a token bucket', () => {
  const create = () => createTokenBuckets({ perSecond: 2, burst: 3 }, 10)

  it('allows its burst at once, then its rate', () => {
    const { take } = create()
    for (let taken = 0; taken < 3; taken++) expect(take('a', NOW)).toEqual({ type: 'allowed' })
    expect(take('a', NOW)).toEqual({ type: 'refused', retryAfterSeconds: 1 })
    // A clock that was set back neither fills nor empties it.
    expect(take('a', NOW - 3_600_000).type).toBe('refused')
    expect(take('a', NOW - 3_600_000 + 499).type).toBe('refused')
    expect(take('a', NOW - 3_600_000 + 500).type).toBe('allowed')
    const later = Array.from({ length: 4 }, () => take('a', NOW + 3_600_000).type)
    expect(later).toEqual(['allowed', 'allowed', 'allowed', 'refused'])
  })

  it('lends what one request costs beyond its tokens, and refuses until that is paid', () => {
    const { take } = create()
    expect(take('a', NOW, 8).type).toBe('allowed')
    expect(take('a', NOW)).toEqual({ type: 'refused', retryAfterSeconds: 3 })
    expect(take('a', NOW + 2_999).type).toBe('refused')
    expect(take('a', NOW + 3_000).type).toBe('allowed')
  })

  it.each([1e300, Infinity])('has a debt of %d paid within a minute', (cost) => {
    const { take } = create()
    expect(take('a', NOW, cost).type).toBe('allowed')
    expect(take('a', NOW)).toEqual({ type: 'refused', retryAfterSeconds: 61 })
    expect(take('a', NOW + 61_000).type).toBe('allowed')
  })

  it('is charged for what was used, whether or not it has as much', () => {
    const { take, charge } = create()
    expect(take('a', NOW)).toEqual({ type: 'allowed' })
    charge('a', NOW, 4)
    expect(take('a', NOW)).toEqual({ type: 'refused', retryAfterSeconds: 2 })
    expect(take('b', NOW)).toEqual({ type: 'allowed' })
  })
})

it('backoff doubles from a second to five minutes, with jitter', () => {
  expect([1, 2, 3, 4, 9, 10, 1_000].map((failures) => backoffMs(failures, 1, BACKOFF))).toEqual([
    1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
  ])
  expect([1, 2, 3, 10].map((failures) => backoffMs(failures, 0, BACKOFF))).toEqual([1_000, 1_000, 2_000, 150_000])
})

describe('rate limits of the ingest', () => {
  it.each<[status: number, headers: Record<string, string>, seconds: Record<string, number>]>([
    [200, {}, {}],
    [429, {}, { '*': 60 }],
    [429, { 'retry-after': '7' }, { '*': 7 }],
    [429, { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, { '*': 30 }],
    [429, { 'retry-after': 'soon' }, { '*': 60 }],
    [503, { 'retry-after': '7' }, {}],
    [200, { 'x-sentry-rate-limits': '10:error:organization' }, { error: 10 }],
    [429, { 'x-sentry-rate-limits': '10::organization', 'retry-after': '99' }, { '*': 10 }],
    [429, { 'x-sentry-rate-limits': ' 2.5:error;session:key , 60:span:x:y' }, { error: 2.5, session: 2.5, span: 60 }],
    [429, { 'x-sentry-rate-limits': '5:error, 9:error, 7:error' }, { error: 9 }],
    [429, { 'x-sentry-rate-limits': 'x:error' }, { error: 60 }],
    [429, { 'x-sentry-rate-limits': '99999999999:error' }, { error: 86_400 }],
  ])('%d %j', (status, headers, seconds) => {
    const limits = Object.fromEntries(Object.entries(seconds).map(([key, value]) => [key, NOW + value * 1_000]))
    expect(parseRateLimits(status, new Headers(headers), NOW)).toEqual(limits)
  })

  it('apply to the named categories, and with a star to all', () => {
    expect(limitedUntil({ error: 5 }, ['error', 'session'])).toBe(5)
    expect(limitedUntil({ error: 5 }, ['session'])).toBe(0)
    expect(limitedUntil({ '*': 7, error: 5 }, ['session'])).toBe(7)
  })
})

describe('the meaning of a response', () => {
  const claimed = { attempts: 2, categories: ['error'], accepted: [] } as const
  const answer = (status: number | null, headers: Record<string, string> = {}, reason: string | null = null) =>
    classifyResponse({ status, headers: new Headers(headers), reason }, claimed, NOW, 1)

  it.each([200, 204])('%d is delivered', (status) => {
    expect(answer(status)).toMatchObject({ state: 'done', status, reason: null })
  })

  it.each([301, 307, 408, 500, 503, null])('%j is retried, and the ingest is failing', (status) => {
    const outcome = { state: 'waiting', nextAt: NOW + 4_000, failing: true, status, reason: 'reset' }
    expect(answer(status, {}, 'reset')).toMatchObject(outcome)
  })

  it.each([400, 401, 413, 422])('%d makes a dead letter', (status) => {
    expect(answer(status)).toMatchObject({ state: 'aside', status, reason: `answered ${status}`, failing: false })
  })

  it('429 is retried when its limits end', () => {
    const outcome = { state: 'waiting', nextAt: NOW + 9_000, failing: false, accepted: [] }
    expect(answer(429, { 'retry-after': '9' })).toMatchObject(outcome)
  })
})
