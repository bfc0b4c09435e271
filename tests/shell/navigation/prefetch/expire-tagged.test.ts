import { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { expireTagged, tagsOfTarget } from '#app/navigation/prefetch/revalidate.ts'
import { createPrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'

type Params = Record<string, string>

/** Matches `/kept/$id`, in a language or none. */
const router = {
  getMatchedRoutes: (path: string) => {
    const [, locale, id = ''] = /^(?:\/(de))?\/kept\/(.+)$/.exec(path) ?? []
    const params: Params = { ...(locale !== undefined && { locale }), id }
    const tags = (match: { params: Params; search: Params }) => [
      `kept:${match.params.id}`,
      ...Object.keys(match.search),
    ]
    return [
      [],
      params,
      id === '' ? undefined : { options: { staticData: { cache: { freshFor: 1, staleFor: 1, tags } } } },
    ]
  },
} as unknown as Pick<AnyRouter, 'getMatchedRoutes'>

it.each([
  ['/kept/1', ['kept:1', '/kept/1', '/kept/1']],
  ['/de/kept/1?page=2', ['kept:1', 'page', '/de/kept/1', '/kept/1']],
  ['/other?a=1', ['/other', '/other']],
])('the tags of %s are those that the server has', (target, tags) => {
  expect(tagsOfTarget(router, target)).toEqual(tags)
})

describe('a response that names invalidated tags', () => {
  const targets = ['/kept/1', '/de/kept/1', '/kept/2', '/other']

  function expired(header: string | undefined): string[] {
    const client = new QueryClient()
    const queryCache = client.getQueryCache()
    const entries = createPrefetchCache(queryCache)
    for (const target of targets) {
      client.setQueryData([target], target)
      entries.track(target, JSON.stringify([target]), 'intent')
    }
    const response = new Response(null, header === undefined ? {} : { headers: { 'x-invalidated': header } })
    expireTagged(response, { entries, queryCache, router })
    return targets.filter((target) => entries.status(target, Date.now()) === 'expired')
  }

  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['none', []],
    ['kept:1', ['/kept/1', '/de/kept/1']],
    ['/de/kept/1', ['/de/kept/1']],
    ['kept:2,/other', ['/kept/2', '/other']],
    ['*', targets],
  ])('%s expires the entries of these tags, and no others', (header, names) => {
    expect(expired(header)).toEqual(names)
  })

  it('expires data that is under way when it arrives', async () => {
    const client = new QueryClient()
    const queryCache = client.getQueryCache()
    const entries = createPrefetchCache(queryCache)
    const fetched = Promise.withResolvers<string>()
    const fetching = client.query({ queryKey: ['k'], queryFn: () => fetched.promise })
    entries.track('/kept/1', '["k"]', 'intent')
    expireTagged(new Response(null, { headers: { 'x-invalidated': 'kept:1' } }), { entries, queryCache, router })
    fetched.resolve('old')
    await fetching
    expect(entries.status('/kept/1', Date.now())).toBe('expired')
  })
})
