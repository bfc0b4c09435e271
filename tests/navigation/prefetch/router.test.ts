import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createEntries } from '#app/navigation/prefetch/entries.ts'
import { decideAsk, installPrefetch } from '#app/navigation/prefetch/install.ts'
import { createLoad } from '#app/navigation/prefetch/load.ts'
import { createNavigationLog } from '#app/navigation/prefetch/navigations.ts'
import type { Permission } from '#app/navigation/prefetch/permission.ts'
import { createPrefetchQueue } from '#app/navigation/prefetch/queue.ts'
import { createPrefetchRequests } from '#app/navigation/prefetch/requests.ts'

const start = Date.UTC(2026, 0, 1)
const flush = async () => void (await vi.advanceTimersByTimeAsync(0))

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  return () => vi.useRealTimers()
})

/** An application in memory: its router, Query, the engine, and a server that answers when told. */
async function application({ permission = { type: 'allowed' } }: { permission?: Permission } = {}) {
  const queryClient = new QueryClient()
  const queue = createPrefetchQueue<object[] | undefined>()
  const entries = createEntries(queryClient.getQueryCache())
  const navigations = createNavigationLog()

  const requests: {
    url: string
    purpose: string | null
    answer: (body: string) => Promise<void>
    fail: () => Promise<void>
  }[] = []
  const traffic = createPrefetchRequests({
    queue,
    fetch: (url, init) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      requests.push({
        url: url instanceof Request ? url.url : url.toString(),
        purpose: new Headers(init?.headers).get('purpose'),
        answer: (body) => (resolve(new Response(body)), flush()),
        fail: () => (reject(new TypeError('failed')), flush()),
      })
      return promise
    },
  })
  const { load, hurry } = createLoad({ queryClient, prefetching: { queue, entries, navigations, requests: traffic } })
  const read = async (url: string, signal: AbortSignal) => (await traffic.fetch(url, { signal })).text()
  const query = (url: string) => queryOptions({ queryKey: [url], queryFn: ({ signal }) => read(url, signal) })

  const root = createRootRoute()
  const page = <const TPath extends string>(path: TPath, paths: (id: string) => string[] = (id) => [`/api/${id}`]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: (search: { tab?: string }) => ({ tab: search.tab ?? 'first' }),
      loader: (context) => {
        const { id = '' } = context.params as { id?: string }
        return Promise.all(paths(id).map((url) => load(query(url), context)))
      },
    })
  const index = createRoute({ getParentRoute: () => root, path: '/' })
  const moved = createRoute({
    getParentRoute: () => root,
    path: '/moved/$id',
    loader: ({ params }) => {
      throw redirect({ href: `/item/${params.id}` })
    },
  })
  const missing = createRoute({
    getParentRoute: () => root,
    path: '/missing',
    loader: () => {
      throw notFound()
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([
      index,
      page('/item/$id'),
      page('/three/$id', (id) => [`/1/${id}`, `/2/${id}`, `/3/${id}`]),
      moved,
      missing,
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: false,
    origin: 'http://localhost',
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultGcTime: 0,
    defaultPreloadGcTime: 0,
    defaultNotFoundComponent: () => null,
  })

  let online = true
  const networkListeners = new Set<(online: boolean) => void>()
  const prefetcher = installPrefetch({
    router,
    queue,
    entries,
    navigations,
    queryCache: queryClient.getQueryCache(),
    hurry,
    permission: () => permission,
    network: {
      isOnline: () => online,
      subscribe: (listener) => (networkListeners.add(listener), () => networkListeners.delete(listener)),
    },
  })
  const setOnline = (value: boolean) => {
    online = value
    for (const listener of networkListeners) listener(value)
  }
  router.history.subscribe(() => void router.load())
  await router.load()

  const prefetch = async (href: string, trigger: 'intent' | 'viewport' | 'render' = 'viewport') => {
    const ask = prefetcher.ask({ to: href }, trigger)
    await flush()
    return ask
  }
  /** Clicks; resolves when nothing more happens without an answer. */
  const click = async (href: string) => {
    const navigated = router.navigate({ to: href })
    await flush()
    return navigated
  }
  const visit = (href: string) => void click(href)
  const shown = () => router.state.resolvedLocation?.pathname
  const urls = () => requests.map(({ url }) => url)
  return {
    router,
    queryClient,
    queue,
    entries,
    navigations,
    requests,
    prefetcher,
    prefetch,
    visit,
    query,
    shown,
    urls,
    setOnline,
  }
}

describe('a prefetch through the router', () => {
  it('makes a fresh entry, and the click shows it without a request', async () => {
    const { prefetch, requests, entries, visit, shown, navigations } = await application()
    const { done } = await prefetch('/item/1')
    expect(requests).toMatchObject([{ url: '/api/1', purpose: 'prefetch' }])
    await requests[0]?.answer('one')
    await done
    expect(entries.list(Date.now())).toMatchObject([
      { target: '/item/1?tab=first', status: 'fresh', madeBy: 'viewport' },
    ])
    visit('/item/1')
    await flush()
    expect(shown()).toBe('/item/1')
    expect(requests).toHaveLength(1)
    expect(entries.list(Date.now())).toMatchObject([{ status: 'reusable', hits: 1 }])
    expect(navigations.list()[0]).toMatchObject({
      target: '/item/1?tab=first',
      found: 'fresh',
      queries: { cached: 1, fetch: 0 },
    })
  })

  it('is not asked for again while its entry is fresh', async () => {
    const { prefetch, requests } = await application()
    await prefetch('/item/1')
    await requests[0]?.answer('one')
    await prefetch('/item/1')
    expect(requests).toHaveLength(1)
  })

  it('of a page with three requests counts three', async () => {
    const { prefetch, requests, urls } = await application()
    for (const href of ['/three/a', '/three/b', '/three/c']) await prefetch(href)
    expect(requests).toHaveLength(5)
    await requests[0]?.answer('')
    expect(requests).toHaveLength(6)
    for (let i = 1; i < 9; i++) await requests[i]?.answer('')
    expect(urls().toSorted()).toEqual(['/1/a', '/1/b', '/1/c', '/2/a', '/2/b', '/2/c', '/3/a', '/3/b', '/3/c'])
  })

  it('of the same target by several links is one', async () => {
    const { prefetch, requests, router } = await application()
    await prefetch('/item/1')
    await prefetch('/item/1', 'intent')
    void router.preloadRoute({ to: '/item/$id', params: { id: '1' }, search: { tab: 'first' } })
    await flush()
    expect(requests).toHaveLength(1)
  })

  it('follows a redirect to its target, counted, and never moves the page', async () => {
    const { prefetch, requests, shown, entries, visit } = await application()
    for (const i of [1, 2, 3, 4, 5, 6]) await prefetch(`/moved/${i}`)
    for (let i = 0; i < 6; i++) {
      expect(requests.length - i).toBeLessThanOrEqual(5)
      await requests[i]?.answer('')
    }
    expect(requests).toHaveLength(6)
    expect(requests.every(({ purpose }) => purpose === 'prefetch')).toBe(true)
    expect(shown()).toBe('/')
    expect(entries.status('/item/5?tab=first', Date.now())).toBe('fresh')
    visit('/moved/5')
    await flush()
    expect(shown()).toBe('/item/5')
    expect(requests).toHaveLength(6)
  })

  it('that finds nothing never moves the page', async () => {
    const { prefetch, shown, entries } = await application()
    await prefetch('/missing')
    expect(shown()).toBe('/')
    expect(entries.list(Date.now())).toEqual([])
  })

  it('that fails leaves no entry, and the click loads afresh, once', async () => {
    const { prefetch, requests, entries, visit, shown } = await application()
    await prefetch('/item/1')
    await requests[0]?.fail()
    expect(entries.list(Date.now())).toEqual([])
    visit('/item/1')
    await flush()
    expect(requests).toMatchObject([{}, { purpose: null }])
    await requests[1]?.answer('one')
    expect(shown()).toBe('/item/1')
  })

  it.each([
    { type: 'refused', why: 'save-data' },
    { type: 'refused', why: 'bot' },
  ] as const)('is not sent when refused for $why, and links work', async (permission) => {
    const { prefetch, requests, visit } = await application({ permission })
    await prefetch('/item/1', 'intent')
    expect(requests).toEqual([])
    visit('/item/1')
    await flush()
    expect(requests).toHaveLength(1)
  })

  it('waits while offline and goes on when the connection returns', async () => {
    const { prefetch, requests, setOnline } = await application()
    setOnline(false)
    await prefetch('/item/1')
    expect(requests).toEqual([])
    setOnline(true)
    await flush()
    expect(requests).toHaveLength(1)
  })

  it('takes the priority of the link that router links pass on', async () => {
    const { router, queue, setOnline } = await application()
    setOnline(false)
    for (const preload of ['render', undefined, 'viewport'] as const) {
      void router.preloadRoute({
        to: '/item/$id',
        params: { id: String(preload) },
        search: { tab: 'first' },
        ...(preload && { preload }),
      })
    }
    expect(queue.snapshot().waiting.map(({ trigger }) => trigger)).toEqual(['intent', 'viewport', 'render'])
  })

  it('is no longer queued after uninstalling', async () => {
    const { router, prefetcher, queue, requests } = await application()
    prefetcher.uninstall()
    void router.preloadRoute({ to: '/item/$id', params: { id: '1' }, search: { tab: 'first' } })
    await flush()
    expect(requests).toHaveLength(1)
    expect(queue.snapshot().slots.filter(({ requesting }) => !requesting)).toEqual([])
  })
})

describe('a click', () => {
  it('overtakes five running and fifteen waiting prefetches, which it drops', async () => {
    const { prefetch, requests, visit, shown, queue } = await application()
    for (let i = 1; i <= 20; i++) await prefetch(`/item/${i}`)
    visit('/item/99')
    await flush()
    expect(requests).toHaveLength(6)
    expect(requests[5]).toMatchObject({ url: '/api/99', purpose: null })
    expect(queue.snapshot().waiting).toEqual([])
    await requests[5]?.answer('')
    expect(shown()).toBe('/item/99')
    for (let i = 0; i < 5; i++) await requests[i]?.answer('')
    expect(requests).toHaveLength(6)
  })

  it('joins a running prefetch and sends nothing', async () => {
    const { prefetch, requests, visit, shown, navigations } = await application()
    await prefetch('/item/1')
    visit('/item/1')
    await flush()
    expect(requests).toHaveLength(1)
    expect(shown()).toBe('/')
    await requests[0]?.answer('one')
    expect(shown()).toBe('/item/1')
    expect(navigations.list()[0]).toMatchObject({ found: 'joined' })
  })

  it('on a link whose prefetch runs begins none of the others that wait', async () => {
    const { prefetch, requests, visit, queue } = await application()
    for (let i = 1; i <= 8; i++) await prefetch(`/item/${i}`)
    visit('/item/1')
    await flush()
    for (const request of requests) await request.answer('')
    expect(requests).toHaveLength(5)
    expect(queue.snapshot()).toMatchObject({ slots: [], waiting: [] })
  })

  it('that joins a prefetch waiting for slots sends its requests at once, as a sixth and on', async () => {
    const { prefetch, requests, visit, shown, urls } = await application()
    await prefetch('/three/a')
    await prefetch('/three/b')
    expect(urls()).toHaveLength(5)
    visit('/three/b')
    await flush()
    expect(requests).toHaveLength(6)
    expect(requests.filter(({ purpose }) => purpose === 'prefetch')).toHaveLength(5)
    for (const request of requests.filter(({ url }) => url.endsWith('b'))) await request.answer('')
    expect(shown()).toBe('/three/b')
  })

  it('that joins a prefetch which then fails loads afresh, once', async () => {
    const { prefetch, requests, visit, shown } = await application()
    await prefetch('/item/1')
    visit('/item/1')
    await flush()
    await requests[0]?.fail()
    expect(requests).toMatchObject([{ purpose: 'prefetch' }, { purpose: null }])
    await requests[1]?.answer('one')
    expect(shown()).toBe('/item/1')
  })

  it('on a second link wins, and the first never shows', async () => {
    const { requests, visit, shown, router } = await application()
    const paths: (string | undefined)[] = []
    router.subscribe('onResolved', () => paths.push(shown()))
    visit('/item/1')
    await flush()
    visit('/item/2')
    await flush()
    await requests[0]?.answer('one')
    await requests[1]?.answer('two')
    expect(paths).toEqual(['/item/2'])
  })
})

describe('a click after a prefetch', () => {
  it.each([
    [0, 'fresh', '/item/1', 1],
    [29_999, 'fresh', '/item/1', 1],
    [30_000, 'stale', '/item/1', 2],
    [299_999, 'stale', '/item/1', 2],
    [300_000, 'expired', '/', 2],
  ] as const)('%i ms old finds it %s and shows %s at once, after %i requests', async (age, found, path, count) => {
    const { prefetch, requests, visit, shown, navigations } = await application()
    await prefetch('/item/1')
    await requests[0]?.answer('one')
    vi.setSystemTime(start + age)
    visit('/item/1')
    await flush()
    expect(shown()).toBe(path)
    expect(requests).toHaveLength(count)
    await requests[1]?.answer('new')
    expect(shown()).toBe('/item/1')
    expect(navigations.list()[0]?.found).toBe(found)
  })
})

describe('going back', () => {
  it('within 30 s sends nothing', async () => {
    const { router, requests, visit, shown, entries } = await application()
    visit('/item/1')
    await flush()
    await requests[0]?.answer('one')
    visit('/item/2')
    await flush()
    await requests[1]?.answer('two')
    vi.setSystemTime(start + 29_999)
    router.history.back()
    await flush()
    expect(shown()).toBe('/item/1')
    expect(requests).toHaveLength(2)
    expect(entries.status('/item/1?tab=first', Date.now())).toBe('reusable')
  })

  it.each([
    [30_000, '/item/1', 'at once, refreshed behind'],
    [300_000, '/item/2', 'only with new data'],
  ])('after %i ms shows %s', async (age, path) => {
    const { router, requests, visit, shown, queryClient, query } = await application()
    visit('/item/1')
    await flush()
    await requests[0]?.answer('old')
    visit('/item/2')
    await flush()
    await requests[1]?.answer('two')
    vi.setSystemTime(start + age)
    router.history.back()
    await flush()
    expect(shown()).toBe(path)
    expect(requests).toHaveLength(3)
    // The page's component: it joins what the loader began.
    const observer = new QueryObserver(queryClient, { ...query('/api/1'), staleTime: 30_000 })
    const unsubscribe = observer.subscribe(() => {})
    await requests[2]?.answer('new')
    expect(shown()).toBe('/item/1')
    expect(observer.getCurrentResult().data).toBe('new')
    expect(requests).toHaveLength(3)
    unsubscribe()
  })
})

describe('a component that shows a query', () => {
  it('hurries the prefetch that fetches it', async () => {
    const { prefetch, requests, queryClient, query } = await application()
    await prefetch('/three/a')
    await prefetch('/three/b')
    expect(requests).toHaveLength(5)
    const unsubscribe = new QueryObserver(queryClient, query('/3/b')).subscribe(() => {})
    await flush()
    expect(requests[5]).toMatchObject({ purpose: null })
    unsubscribe()
  })
})

describe('decideAsk', () => {
  it.each([
    ['allowed', 'absent', 'queue'],
    ['allowed', 'fresh', 'cached'],
    ['allowed', 'reusable', 'cached'],
    ['allowed', 'stale', 'queue'],
    ['allowed', 'expired', 'queue'],
    ['wait', 'absent', 'queue'],
    ['wait', 'fresh', 'cached'],
    ['refused', 'absent', 'bot'],
  ] as const)('%s and %s: %s', (type, status, expected) => {
    const permission: Permission =
      type === 'allowed' ? { type } : type === 'wait' ? { type, why: 'offline' } : { type, why: 'bot' }
    const decision = decideAsk(permission, status)
    expect(decision.type === 'skip' ? decision.why : decision.type).toBe(expected)
  })
})
