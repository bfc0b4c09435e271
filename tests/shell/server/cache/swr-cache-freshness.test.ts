import { describe, expect, it } from 'vitest'
import { type EntryTimes, freshnessOf, timesFrom } from '#app/server/cache/swr-cache.server.ts'

const ENTRY = timesFrom(1_000, { freshFor: 10, staleFor: 20 })

describe('an entry with freshFor 10 and staleFor 20, rendered at second 1', () => {
  it.each<[number, Partial<EntryTimes>, ReturnType<typeof freshnessOf>]>([
    [1_000, {}, 'fresh'],
    [10_999, {}, 'fresh'],
    [11_000, {}, 'stale'],
    [30_999, {}, 'stale'],
    [12_000, { retryAt: 12_001 }, 'stale'],
    [12_001, { retryAt: 12_001 }, 'stale'],
    [31_000, {}, 'expired'],
    [31_000, { retryAt: 90_000 }, 'expired'],
  ])('is at %i ms, with %o: %o', (now, change, freshness) => {
    expect(freshnessOf({ ...ENTRY, ...change }, now)).toBe(freshness)
  })

  it('that does not exist is expired', () => {
    expect(freshnessOf(undefined, 0)).toBe('expired')
  })
})
