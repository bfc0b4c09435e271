import { describe, expect, it } from 'vitest'
import { type CacheRequest, getCacheKey, groupOfKey, serializeKey } from '#fairlead/server/cache/cache-key.ts'
import type { CacheOptions } from '#fairlead/server/cache/cache-options.ts'

const PLAIN: CacheRequest = {
  method: 'GET',
  pathname: '/about',
  search: '',
  cookie: undefined,
  domain: undefined,
  header: () => null,
}

const decide = (asked: Partial<CacheRequest>) => getCacheKey({ ...PLAIN, ...asked }, 'static', ['desk', 'session'])

it.each<[string, Partial<CacheRequest>, string | undefined, 'light' | 'dark' | undefined]>([
  ['without a cookie', {}, undefined, undefined],
  ['for the headers alone', { method: 'HEAD' }, undefined, undefined],
  ['with a theme', { cookie: 'a=b; theme=dark; c=d' }, undefined, 'dark'],
  ['with another theme', { cookie: 'theme=light' }, undefined, 'light'],
  ['with an unknown theme', { cookie: 'theme=pink' }, undefined, undefined],
  ['with a cookie that ends like the theme', { cookie: 'my-theme=dark' }, undefined, undefined],
  ['with cookies that no cached page depends on', { cookie: 'NEXT_LOCALE=de; tz=UTC' }, undefined, undefined],
  ['on a domain of the table', { domain: 'example.de' }, 'example.de', undefined],
])('a request %s is for a static page', (_, request, domain, theme) => {
  expect(decide(request)).toEqual({
    type: 'shared',
    key: { pathname: '/about', domain, theme, search: '', cookies: '', headers: [] },
  })
})

it.each<[string, Partial<CacheRequest>]>([
  ['with a session', { cookie: 'theme=dark; session=x' }],
  ['with an empty session', { cookie: 'session=' }],
  ['with a session of the other kind', { cookie: 'desk=x' }],
  ['with a draft or a flash message', { cookie: 'draft=x' }],
  ['with a query', { search: '?q=x' }],
  ['that posts', { method: 'POST' }],
  ['with a long path', { pathname: `/${'x'.repeat(500)}` }],
])('a request %s is rendered for its visitor', (_, request) => {
  expect(decide(request)).toEqual({ type: 'visitor' })
})

const CACHED: CacheOptions = { freshFor: 60, staleFor: 60 }
const VARIED: CacheOptions = {
  ...CACHED,
  vary: { cookies: ['currency'], headers: ['Accept-Language'] },
  search: ['page', 'sort'],
}

function keyOf(options: CacheOptions, { headers = {}, ...request }: Partial<CacheRequest> & { headers?: object } = {}) {
  const sent = new Headers(headers as Record<string, string>)
  const decision = getCacheKey({ ...PLAIN, header: (name) => sent.get(name), ...request }, options, ['session'])
  return decision.type === 'visitor' ? 'visitor' : serializeKey(decision.key)
}

describe('the key of a page with a TTL', () => {
  it.each<[string, Parameters<typeof keyOf>[1]]>([
    ['params of the query', { search: '?utm_source=x&page=2' }],
    ['cookies', { cookie: 'other=1; currency=EUR; tz=UTC' }],
    ['sessions', { cookie: 'session=x' }],
    ['headers', { headers: { 'accept-language': 'de', 'x-forwarded-host': 'evil', 'user-agent': 'x' } }],
  ])('has nothing of %s that are not declared', (_, request) => {
    expect(keyOf(CACHED, request)).toBe(keyOf(CACHED))
  })

  it('has what is declared, in the order of its declaration', () => {
    const search = '?sort=asc&utm=1&page=2'
    const cookie = 'a=1; currency=E%20R'
    const key = keyOf(VARIED, { search, cookie, headers: { 'accept-language': 'de' } })
    expect(key).toContain('["?page=2&sort=asc","currency=E%20R",[["accept-language","de"]]]')
    expect(
      keyOf(VARIED, { search: '?page=2&sort=asc', cookie: 'currency=E%20R', headers: { 'accept-language': 'de' } }),
    ).toBe(key)
  })

  it.each<[string, Parameters<typeof keyOf>[1]]>([
    ['a draft', { cookie: 'draft=x' }],
    ['another method', { method: 'POST' }],
    ['a long value of a declared param', { search: `?page=${'x'.repeat(201)}` }],
    ['a long value of a declared cookie', { cookie: `currency=${'x'.repeat(201)}` }],
    ['a long path', { pathname: `/${'x'.repeat(500)}` }],
  ])('does not exist for %s', (_, request) => {
    expect(keyOf(VARIED, request)).toBe('visitor')
  })

  it('cannot be that of another page by what a visitor sends', () => {
    const keys = [
      keyOf(VARIED, { search: '?page=2', cookie: 'currency=' }),
      keyOf(VARIED, { search: '?page=2%22%2C%22currency%3D' }),
      keyOf(VARIED, { search: '?page=', cookie: 'currency=2' }),
      keyOf(VARIED, { cookie: 'currency=2; theme=dark' }),
      keyOf(VARIED, { cookie: 'currency=2;theme=light' }),
      keyOf(VARIED, { cookie: 'currency=2%3B%20theme%3Ddark' }),
      keyOf(VARIED, { headers: { 'accept-language': 'x"],["b","c' } }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    // They are variants of one page in each theme, whose number is limited.
    const others = ['x [y', '" ["'].map((language) => keyOf(VARIED, { headers: { 'accept-language': language } }))
    expect(new Set([...keys, ...others].map(groupOfKey))).toEqual(
      new Set(['  /about', ' dark /about', ' light /about']),
    )
  })
})
