import { describe, expect, it } from 'vitest'
import { cacheFault } from '#fairlead/server/cache/cache-options.ts'
import { checkRoutes } from '#fairlead/server/check-routes.server.ts'
import { encodeTags, invalidatedTags } from '#fairlead/server/cache/tags.ts'

const AGES = { freshFor: 60, staleFor: 600 }

describe('staticData.cache', () => {
  it.each<[unknown]>([
    [undefined],
    ['static'],
    [AGES],
    [{ ...AGES, staleFor: 0, tags: () => [], search: ['page'] }],
    [{ ...AGES, vary: { cookies: ['currency'], headers: ['accept-language'] } }],
  ])('may be %o', (cache) => {
    expect(cacheFault(cache)).toBeUndefined()
  })

  it.each<[unknown, string]>([
    ['fresh', `cache is "fresh"; allowed: 'static' or {`],
    [[], 'cache is []; allowed:'],
    [{ freshFor: 60 }, 'cache.staleFor is undefined; allowed: whole seconds from 0 to 31536000'],
    [{ ...AGES, freshFor: 0 }, 'cache.freshFor is 0; allowed: whole seconds from 1'],
    [{ ...AGES, freshFor: '60' }, 'cache.freshFor is "60"; allowed:'],
    [{ ...AGES, staleFor: 1e9 }, 'cache.staleFor is 1000000000; allowed:'],
    [{ ...AGES, maxAge: 1 }, 'cache.maxAge is not an option; allowed: freshFor, staleFor, tags, vary, search'],
    [{ ...AGES, tags: ['a'] }, 'cache.tags is no function; allowed: (match) => [tag, …]'],
    [{ ...AGES, vary: ['cookie'] }, 'cache.vary is ["cookie"]; allowed: { cookies: [name, …], headers: [name, …] }'],
    [{ ...AGES, vary: { query: [] } }, 'cache.vary.query is not an option; allowed: cookies, headers'],
    [{ ...AGES, vary: { cookies: ['a b'] } }, 'cache.vary.cookies is ["a b"]; allowed: a list of at most 8 names'],
    [{ ...AGES, search: 'page' }, 'cache.search is "page"; allowed: a list of at most 8 names'],
    [{ ...AGES, vary: { headers: ['Cookie'] } }, 'cache.vary.headers has "Cookie"; allowed: headers that are not'],
  ])('%o is a fault that is named with what is allowed', (cache, fault) => {
    expect(cacheFault(cache)).toContain(fault)
  })

  it('ends the start with the route and its fault', () => {
    const routesById = { '/tides': { id: '/tides', options: { staticData: { cache: { ...AGES, freshFor: -1 } } } } }
    expect(() => checkRoutes({ routesById })).toThrow(
      'the route /tides: staticData.cache.freshFor is -1; allowed: whole seconds from 1 to 31536000',
    )
  })
})

describe('tags of cached pages', () => {
  it.each([
    ['article:7', 'article:7'],
    ['a,b c', 'a%2Cb%20c'],
    ['nul\0', 'nul%00'],
    ['ü⛵', '%C3%BC%E2%9B%B5'],
    ['half \ud83d', 'half%20%EF%BF%BD'],
    ['/kept', '%2Fkept'],
    ['a/b', 'a/b'],
    ['', undefined],
  ])('%j is %j in a header and in the cache', (tag, encoded) => {
    expect(encodeTags('the route /kept', [tag])).toEqual(encoded === undefined ? [] : [encoded])
  })

  it.each<[unknown[]]>([[[7]], [Array.from({ length: 65 }, () => 'a')]])('may not be %o', (tags) => {
    expect(() => encodeTags('the route /kept', tags)).toThrow(/^the route \/kept: .*; allowed: /)
  })

  it('of an invalidation are encoded in the same way, and none is a path', () => {
    expect(invalidatedTags({ tags: ['a b', 'a b', 'x'.repeat(501)] })).toEqual(['a%20b'])
    expect(invalidatedTags({ path: '/de/a b,c' })).toEqual(['/de/a%20b%2Cc'])
    expect(() => invalidatedTags({ tags: ['/kept'] })).toThrow('allowed: { path } for a path')
    expect(() => invalidatedTags({ tags: [] })).toThrow('allowed: at least one')
    expect(() => invalidatedTags({ path: '/kept?a=1' })).toThrow('without a query')
  })
})
