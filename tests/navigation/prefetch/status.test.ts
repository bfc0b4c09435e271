import { describe, expect, it } from 'vitest'
import { arrivedAt, statusOf } from '#app/navigation/prefetch/status.ts'

const came = Date.UTC(2026, 0, 1)

describe('statusOf', () => {
  it.each([
    [0, 'fresh', 'reusable'],
    [29_999, 'fresh', 'reusable'],
    [30_000, 'stale', 'stale'],
    [299_999, 'stale', 'stale'],
    [300_000, 'expired', 'expired'],
  ] as const)('at %i ms is %s unread and %s once read', (age, unread, read) => {
    expect(statusOf({ dataUpdatedAt: came, wasRead: false }, came + age)).toBe(unread)
    expect(statusOf({ dataUpdatedAt: came, wasRead: true }, came + age)).toBe(read)
  })

  it.each([
    [-100, 'fresh'],
    [-30_000, 'stale'],
    [-300_000, 'expired'],
  ] as const)('trusts data dated %i ms ahead of the clock as little as data that old', (age, status) => {
    expect(statusOf({ dataUpdatedAt: came, wasRead: false }, came + age)).toBe(status)
  })
})

describe('arrivedAt', () => {
  it('is the time of usable data, and long ago for none or for data known to be wrong', () => {
    expect(arrivedAt({ data: 1, dataUpdatedAt: came, isInvalidated: false })).toBe(came)
    expect(arrivedAt({ data: 1, dataUpdatedAt: came, isInvalidated: true })).toBe(0)
    expect(arrivedAt({ data: undefined, dataUpdatedAt: 0, isInvalidated: false })).toBe(0)
    expect(arrivedAt(undefined)).toBe(0)
  })
})
