import { describe, expect, it } from 'vitest'
import { type AgedRequest, getAgedKey, serializeAgedKey } from '#app/server/page-cache/aged-key.ts'
import type { CacheOptions } from '#app/server/page-cache/cache-options.ts'

const PLAIN: CacheOptions = { freshFor: 60, staleFor: 60 }
const VARIED: CacheOptions = {
  ...PLAIN,
  vary: { cookies: ['currency'], headers: ['Accept-Language'] },
  search: ['page', 'sort'],
}

function keyOf(options: CacheOptions, { headers = {}, ...request }: Partial<AgedRequest> & { headers?: object } = {}) {
  const sent = new Headers(headers as Record<string, string>)
  const decision = getAgedKey(
    {
      method: 'GET',
      pathname: '/kept',
      search: '',
      cookie: undefined,
      domain: undefined,
      header: (name) => sent.get(name),
      ...request,
    },
    options,
  )
  return decision.type === 'visitor' ? 'visitor' : serializeAgedKey(decision.key)
}

describe('the key of a page with an age', () => {
  it.each<[string, Parameters<typeof keyOf>[1]]>([
    ['params of the query', { search: '?utm_source=x&page=2' }],
    ['cookies', { cookie: 'other=1; currency=EUR; tz=UTC' }],
    ['sessions', { cookie: 'session=x' }],
    ['headers', { headers: { 'accept-language': 'de', 'x-forwarded-host': 'evil', 'user-agent': 'x' } }],
  ])('has nothing of %s that are not declared', (_, request) => {
    expect(keyOf(PLAIN, request)).toBe(keyOf(PLAIN))
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
  })
})
