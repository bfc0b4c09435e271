import { QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPrefetchCache } from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { createLoad, createPrefetchLoad } from '#fairlead/navigation/prefetch/load-query.ts'
import { createNavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { createPrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

const start = Date.UTC(2026, 0, 1)
const at = (path: string, preload: boolean) => ({ preload, location: { pathname: path, searchStr: '' } })
const navigation = at('/item', false)
const prefetch = at('/item', true)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  return () => vi.useRealTimers()
})

function harness() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 0 } } })
  const queue = createPrefetchQueue()
  const entries = createPrefetchCache(queryClient.getQueryCache())
  const prefetching = createPrefetchLoad({
    queryClient,
    queue,
    entries,
    requests: { tagSignal: () => {} },
    navigations: createNavigationLog((run) => run()),
  })
  const load = createLoad(queryClient, () => prefetching)
  let stamp = 0
  const read = vi.fn<() => Promise<number>>(async () => ++stamp)
  const item = queryOptions({ queryKey: ['item'], queryFn: read })
  return { queue, entries, load, read, item }
}

it.each([
  ['a prefetch', prefetch],
  ['a navigation', navigation],
])('data of %s is refreshed from 30 s on by a prefetch, which lasts as long', async (_, first) => {
  const { load, item } = harness()
  await load(item, first)
  vi.advanceTimersByTime(30_000)
  expect(await load(item, prefetch)).toBe(2)
})

describe('a stale load whose refresh fails', () => {
  it.each([navigation, prefetch])('answers with what it has', async (context) => {
    const { load, item, read, entries } = harness()
    await load(item, prefetch)
    vi.advanceTimersByTime(30_000)
    read.mockRejectedValue(new Error('down'))
    expect(await load(item, context)).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(entries.status('/item', Date.now())).toBe('stale')
  })
})

describe('a failed prefetch', () => {
  it.each([redirect({ href: '/elsewhere' }), notFound()])(
    'that a click joined is not retried when it was an answer',
    async (thrown) => {
      const { load, item, read, queue } = harness()
      queue.joinNavigation('/item')
      read.mockRejectedValue(thrown)
      await expect(load(item, prefetch)).rejects.toBe(thrown)
      expect(read).toHaveBeenCalledTimes(1)
    },
  )
})

describe('the requests of a load', () => {
  it('are hurried when a navigation to another target waits for the same query', async () => {
    const { load, item, read, queue } = harness()
    const { promise, resolve } = Promise.withResolvers<number>()
    read.mockReturnValueOnce(promise)
    const prefetching = load(item, at('/item?tab=1', true))
    expect(queue.isUrgent('/item?tab=1')).toBe(false)
    const navigating = load(item, at('/item?tab=2', false))
    expect(queue.isUrgent('/item?tab=1')).toBe(true)
    resolve(7)
    expect(await Promise.all([prefetching, navigating])).toEqual([7, 7])
    expect(read).toHaveBeenCalledTimes(1)
  })
})
