import { describe, expect, it } from 'vitest'
import { type DatedState, getFetchedAt, getPrefetchStatus } from '#app/navigation/prefetch/prefetch-cache.ts'

const came = Date.UTC(2026, 0, 1)

describe('statusOf', () => {
  it.each([
    [0, 'fresh', 'reusable'],
    [29_999, 'fresh', 'reusable'],
    [30_000, 'stale', 'stale'],
    [299_999, 'stale', 'stale'],
    [300_000, 'expired', 'expired'],
  ] as const)('at %i ms is %s unread and %s once read', (age, unread, read) => {
    expect(getPrefetchStatus({ dataUpdatedAt: came, wasRead: false }, came + age)).toBe(unread)
    expect(getPrefetchStatus({ dataUpdatedAt: came, wasRead: true }, came + age)).toBe(read)
  })

  it.each([
    [-100, 'fresh'],
    [-30_000, 'stale'],
    [-300_000, 'expired'],
  ] as const)('trusts data dated %i ms ahead of the clock as little as data that old', (age, status) => {
    expect(getPrefetchStatus({ dataUpdatedAt: came, wasRead: false }, came + age)).toBe(status)
  })
})

describe('arrivedAt', () => {
  const state: DatedState = { data: 1, dataUpdatedAt: came, errorUpdatedAt: 0, isInvalidated: false, status: 'success' }

  it('is the time of usable data, and long ago for none or for data known to be wrong', () => {
    expect(getFetchedAt(state)).toBe(came)
    expect(getFetchedAt({ ...state, isInvalidated: true })).toBe(0)
    expect(getFetchedAt({ ...state, data: undefined, dataUpdatedAt: 0, status: 'pending' })).toBe(0)
    expect(getFetchedAt(undefined)).toBe(0)
  })

  it('keeps data whose refresh failed, which Query calls invalidated, but not as current', () => {
    const failed: DatedState = { ...state, isInvalidated: true, status: 'error', errorUpdatedAt: came + 40_000 }
    expect(getFetchedAt(failed)).toBe(came)
    expect(getFetchedAt({ ...failed, errorUpdatedAt: came + 1_000 })).toBe(came - 29_000)
  })
})
