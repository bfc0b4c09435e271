import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createPrefetchCache,
  type PrefetchSource,
  getFetchedAt,
  getPrefetchStatus,
} from '#fairlead/navigation/prefetch/prefetch-cache.ts'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  return () => vi.useRealTimers()
})

function harness(remembered?: number) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 600_000 } } })
  const entries = createPrefetchCache(client.getQueryCache(), remembered)
  const arrive = (target: string, name: string, source: PrefetchSource = 'intent') => {
    client.setQueryData([name], 'data')
    entries.track(target, JSON.stringify([name]), source)
  }
  return { client, entries, arrive }
}

describe('entries of the prefetch cache', () => {
  it.each([
    ['viewport', 'fresh'],
    ['redirect', 'fresh'],
    ['server', 'reusable'],
  ] as const)('made by %s are %s until read', (source, status) => {
    const { entries, arrive } = harness()
    arrive('/a', 'a', source)
    expect(entries.status('/a', start)).toBe(status)
    entries.markUsed('/a')
    expect(entries.status('/a', start)).toBe('reusable')
  })

  it('made by a navigation count no hit for it, and one for each later navigation', () => {
    const { entries, arrive } = harness()
    arrive('/a', 'a', 'navigation')
    entries.markUsed('/a')
    expect(entries.list(start)).toMatchObject([{ status: 'reusable', hits: 0 }])
    entries.markUsed('/a')
    expect(entries.list(start)).toMatchObject([{ hits: 1 }])
  })

  it('are as old as their oldest query', () => {
    const { entries, arrive } = harness()
    arrive('/a', 'old')
    vi.advanceTimersByTime(30_000)
    arrive('/a', 'new')
    expect(entries.status('/a', Date.now())).toBe('stale')
    expect(entries.list(Date.now())).toMatchObject([{ target: '/a', dataUpdatedAt: start, source: 'intent' }])
  })

  it('are expired when some of their data is gone or known to be wrong', async () => {
    const { client, entries, arrive } = harness()
    arrive('/a', 'a')
    arrive('/a', 'b')
    await client.invalidateQueries({ queryKey: ['a'] })
    expect(entries.status('/a', start)).toBe('expired')
    client.removeQueries({ queryKey: ['a'] })
    expect(entries.status('/a', start)).toBe('expired')
  })

  it('do not exist for targets unknown or forgotten', () => {
    const { entries, arrive } = harness()
    arrive('/a', 'a')
    entries.evict('/a')
    entries.markUsed('/a')
    expect(entries.status('/a', start)).toBe('absent')
    expect(entries.list(start)).toEqual([])
  })

  it('are bounded in number, the least recently used forgotten first', () => {
    const { entries, arrive } = harness(2)
    for (const name of ['a', 'b']) arrive(`/${name}`, name)
    entries.markUsed('/a')
    arrive('/c', 'c')
    expect(entries.list(start).map(({ target }) => target)).toEqual(['/a', '/c'])
  })
})

it.each([
  [-100, 'fresh'],
  [-30_000, 'stale'],
  [-300_000, 'expired'],
] as const)('data dated %i ms ahead of the clock is trusted as little as data that old', (age, status) => {
  expect(getPrefetchStatus({ dataUpdatedAt: start, wasRead: false }, start + age)).toBe(status)
})

it('data whose refresh failed, which Query calls invalidated, counts, but not as current', () => {
  const failed = { data: 1, dataUpdatedAt: start, errorUpdatedAt: 0, isInvalidated: true, status: 'error' } as const
  expect(getFetchedAt({ ...failed, errorUpdatedAt: start + 40_000 })).toBe(start)
  expect(getFetchedAt({ ...failed, errorUpdatedAt: start + 1_000 })).toBe(start - 29_000)
})
