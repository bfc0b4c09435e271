import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { revalidate } from '#fairlead/forms/use-form.tsx'
import { createLoad } from '#fairlead/navigation/prefetch/load-query.ts'
import { invalidateData, refetchShown } from '#fairlead/navigation/prefetch/invalidated-queries.ts'
import { renewData, decideRefreshError, expireTagged } from '#fairlead/navigation/prefetch/revalidate.ts'
import { notFound, redirect, type AnyRouter } from '@tanstack/react-router'
import { createPrefetchCache } from '#fairlead/navigation/prefetch/prefetch-cache.ts'

const location = { pathname: '/', searchStr: '' }

/** A page whose loader reads `a`, with a component that reads `b`, and with `c` prefetched for another. */
async function setUp() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const asked: string[] = []
  const query = (name: string) => ({
    queryKey: [name],
    queryFn: () => {
      asked.push(name)
      return Promise.resolve(name)
    },
  })
  const load = createLoad(queryClient)
  const loader = async (): Promise<void> => void (await load(query('a'), { preload: false, location }))
  const router = { invalidate: () => renewData(queryClient, loader), load: vi.fn(loader) }
  onTestFinished(new QueryObserver(queryClient, query('b')).subscribe(() => {}))
  await loader()
  await queryClient.query(query('c'))
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['a', 'b', 'c']), 30_000)
  asked.length = 0
  const read = (name: string) => load(query(name), { preload: false, location })
  return { queryClient, router, asked, read }
}

it('invalidate() has loaders and components read the server once, however fresh their data is, and others on a visit', async () => {
  const { router, asked, read } = await setUp()
  await router.invalidate()
  expect(asked).toEqual(['a', 'b'])
  await read('c')
  expect(asked).toEqual(['a', 'b', 'c'])
})

it('invalidate() has what is on its way read again, since it was read before', async () => {
  const { queryClient, router, asked, read } = await setUp()
  const { promise: held, resolve } = Promise.withResolvers<string>()
  const prefetch = queryClient.query({ queryKey: ['d'], queryFn: () => held })
  await router.invalidate()
  resolve('old')
  await prefetch
  asked.length = 0
  await read('d')
  expect(asked).toEqual(['d'])
})

it('data on the screen is read once by all who refetch it, and again if its fetch is older than the change', async () => {
  const queryClient = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  onTestFinished(new QueryObserver(queryClient, { queryKey: ['e'], queryFn }).subscribe(() => {}))
  const answer = (value: string) => {
    for (const resolve of answers.splice(0)) resolve(value)
  }
  answer('first')
  await vi.waitFor(() => expect(queryClient.getQueryData(['e'])).toBe('first'))
  void queryClient.refetchQueries({ queryKey: ['e'] })
  invalidateData(queryClient)
  const refetches = [refetchShown(queryClient)]
  // The fetch that was cancelled is over.
  await Promise.resolve()
  refetches.push(refetchShown(queryClient))
  expect(queryFn).toHaveBeenCalledTimes(3)
  answer('last')
  await Promise.all(refetches)
  expect(queryClient.getQueryData(['e'])).toBe('last')
  expect(queryClient.getQueryState(['e'])?.isInvalidated).toBe(false)
})

it.each<[string, readonly (readonly string[])[] | undefined, string | undefined, string[]]>([
  ['that names none', undefined, undefined, ['a', 'b']],
  ['that names some', [['b']], undefined, ['b']],
  ['that changes nothing', [], undefined, []],
  ['that goes on to another page', undefined, '/next', []],
])('a form %s renews what it changed', async (_, keys, next, expected) => {
  const { queryClient, router, asked, read } = await setUp()
  await revalidate(router, queryClient, keys, next)
  expect(asked).toEqual(expected)
  if (next !== undefined) await read('a')
  expect(asked).toEqual(next === undefined ? expected : ['a'])
})

it.each([
  ['its own', undefined],
  ['the next', '/next'],
])('data that comes with the response to a form is not fetched again by %s page', async (_, next) => {
  const { queryClient, router, asked, read } = await setUp()
  await revalidate(router, queryClient, undefined, next, [
    { queryKey: ['a'], data: 'new a' },
    { queryKey: ['b'], data: 'new b' },
  ])
  expect([await read('a'), await read('b')]).toEqual(['new a', 'new b'])
  expect(asked).toEqual([])
  await read('c')
  expect(asked).toEqual(['c'])
})

const shown = { hadData: true, observers: 1, prefetched: false }
const moved = redirect({ to: '/{-$locale}' })

describe('data on the screen whose refresh', () => {
  it.each([
    ['leads elsewhere takes the page along', moved, { type: 'redirect', redirect: moved }],
    ['finds nothing loads the page anew', notFound(), { type: 'reload' }],
    ['fails leaves the page as it is', new Error('down'), { type: 'nothing' }],
    ['throws what is no error leaves the page as it is', undefined, { type: 'nothing' }],
  ])('%s', (_, error, decision) => {
    expect(decideRefreshError(error, shown)).toEqual(decision)
  })

  it.each([
    ['that a loader waits for', { ...shown, hadData: false }],
    ['that no page shows', { ...shown, observers: 0 }],
    ['that was a prefetch', { ...shown, prefetched: true }],
  ])('leads elsewhere moves no page if its query is one %s', (_, query) => {
    expect(decideRefreshError(moved, query)).toEqual({ type: 'nothing' })
    expect(decideRefreshError(notFound(), query)).toEqual({ type: 'nothing' })
  })
})

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

describe('a response that names invalidated tags', () => {
  const targets = ['/kept/1', '/de/kept/1', '/de/kept/2?page=2', '/other?a=1']

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
    ['kept:2,/other', ['/de/kept/2?page=2', '/other?a=1']],
    ['page', ['/de/kept/2?page=2']],
    ['/kept/2', ['/de/kept/2?page=2']],
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
