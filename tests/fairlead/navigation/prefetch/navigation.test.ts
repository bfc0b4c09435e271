import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { application, flush, start, useClock } from '#tests/fairlead/navigation/prefetch/application.ts'

beforeEach(() => useClock())

describe('a click', () => {
  it('joins a running prefetch and sends nothing', async () => {
    const { prefetch, requests, visit, shown, navigations } = await application()
    await prefetch('/item/1')
    await visit('/item/1')
    expect(requests).toHaveLength(1)
    expect(shown()).toBe('/')
    await requests[0]?.answer('one')
    expect(shown()).toBe('/item/1')
    expect(navigations.list()[0]).toMatchObject({ found: 'joined' })
  })

  it('on a link whose prefetch runs begins none of the others that wait', async () => {
    const { prefetch, requests, visit, queue } = await application()
    for (let i = 1; i <= 8; i++) await prefetch(`/item/${i}`)
    await visit('/item/1')
    for (const request of requests) await request.answer('')
    expect(requests).toHaveLength(5)
    expect(queue.contents()).toMatchObject({ running: [], waiting: [] })
  })

  it('that joins a prefetch waiting for permits sends its requests at once, as a sixth and on', async () => {
    const { prefetch, requests, visit, shown, urls } = await application()
    await prefetch('/three/a')
    await prefetch('/three/b')
    expect(urls()).toHaveLength(5)
    await visit('/three/b')
    expect(requests).toHaveLength(6)
    expect(requests.filter(({ purpose }) => purpose === 'prefetch')).toHaveLength(5)
    for (const request of requests.filter(({ url }) => url.endsWith('b'))) await request.answer('')
    expect(shown()).toBe('/three/b')
  })

  it('that joins a prefetch which then fails loads afresh, once', async () => {
    const { prefetch, requests, visit, shown } = await application()
    await prefetch('/item/1')
    await visit('/item/1')
    await requests[0]?.fail()
    expect(requests).toMatchObject([{ purpose: 'prefetch' }, { purpose: null }])
    await requests[1]?.answer('one')
    expect(shown()).toBe('/item/1')
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
    await visit('/item/1')
    expect(shown()).toBe(path)
    expect(requests).toHaveLength(count)
    await requests[1]?.answer('new')
    expect(shown()).toBe('/item/1')
    expect(navigations.list()[0]?.found).toBe(found)
  })
})

describe('going back', () => {
  it.each([
    [30_000, '/item/1', 'at once, refreshed behind'],
    [300_000, '/item/2', 'only with new data'],
  ])('after %i ms shows %s', async (age, path) => {
    const { router, requests, visit, shown, queryClient, query } = await application()
    await visit('/item/1')
    await requests[0]?.answer('old')
    await visit('/item/2')
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
