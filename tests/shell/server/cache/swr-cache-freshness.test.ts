import { describe, expect, it } from 'vitest'
import { type EntryTimes, freshnessOf, timesFrom } from '#app/server/cache/swr-cache.server.ts'

const ENTRY = timesFrom(1_000, { freshFor: 10, staleFor: 20 })

describe('an entry with freshFor 10 and staleFor 20, rendered at second 1', () => {
  it.each<[number, Partial<EntryTimes>, ReturnType<typeof freshnessOf>]>([
    [1_000, {}, { type: 'fresh' }],
    [10_999, {}, { type: 'fresh' }],
    [11_000, {}, { type: 'stale', revalidates: true }],
    [30_999, {}, { type: 'stale', revalidates: true }],
    [12_000, { retryAt: 12_001 }, { type: 'stale', revalidates: false }],
    [12_001, { retryAt: 12_001 }, { type: 'stale', revalidates: true }],
    [31_000, {}, { type: 'expired' }],
    [31_000, { retryAt: 90_000 }, { type: 'expired' }],
  ])('is at %i ms, with %o: %o', (now, change, freshness) => {
    expect(freshnessOf({ ...ENTRY, ...change }, now)).toEqual(freshness)
  })

  it('that does not exist is expired', () => {
    expect(freshnessOf(undefined, 0)).toEqual({ type: 'expired' })
  })
})
