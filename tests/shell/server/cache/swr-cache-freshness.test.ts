import { describe, expect, it } from 'vitest'
import { CACHE_LIMITS } from '#app/server/cache/cache-options.ts'
import { type EntryTimes, freshnessOf, type Outcome, settle, timesFrom } from '#app/server/cache/swr-cache.server.ts'

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

describe('the result of a render', () => {
  const made: Outcome<string> = { type: 'made', value: '', tags: [], lifetimes: { freshFor: 1, staleFor: 0 } }
  const failed: Outcome<string> = { type: 'failed' }
  const uncacheable: Outcome<string> = { type: 'uncacheable' }
  const [stale, expired] = [12_000, 31_000]

  it.each<[string, Outcome<string>, EntryTimes | undefined, boolean, number, ReturnType<typeof settle>]>([
    ['that was made', made, undefined, false, stale, { type: 'store' }],
    ['that was made again', made, ENTRY, false, stale, { type: 'store' }],
    ['that an invalidation overtook', made, ENTRY, true, stale, { type: 'repeat' }],
    ['that failed and was overtaken', failed, ENTRY, true, stale, { type: 'repeat' }],
    ['that failed', failed, ENTRY, false, stale, { type: 'stale-if-error', retryAt: stale + CACHE_LIMITS.retryMs }],
    ['that failed when the entry had expired', failed, ENTRY, false, expired, { type: 'drop' }],
    ['that failed without an entry', failed, undefined, false, stale, { type: 'drop' }],
    ['that may not be cached', uncacheable, ENTRY, false, stale, { type: 'drop' }],
  ])('%s', (_, outcome, previous, isInvalidated, now, settlement) => {
    expect(settle(outcome, previous, isInvalidated, now)).toEqual(settlement)
  })
})
