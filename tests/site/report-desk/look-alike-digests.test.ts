import { describe, expect, it } from 'vitest'
import { digestCandidates, normalizeId } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { MOST, PUMPS, worstReading } from '#tests/fairlead/patterns/work.ts'

describe('a lookup query', () => {
  it.each([
    [' 0123456789ABCDEF 0123456789abcdef\n', '0123456789abcdef0123456789abcdef'],
    ['01234567-89ab-cdef-0123-456789abcdef', '0123456789abcdef0123456789abcdef'],
    ['OI2345678qabcdef0123456789abcdef', undefined],
    ['Ol23456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
    ['K7QX2M9RTB', undefined],
    ['', undefined],
  ])('%j is an id only where it has 32 digits', (query, id) => {
    expect(normalizeId(query)).toBe(id)
  })

  it.each([
    ['as it stands', 'K7QX2M9RTB', 'K7QX2M9RTB', 0],
    ['in small letters with spaces', ' k7qx 2m9r tb ', 'K7QX2M9RTB', 0],
    ['with dashes', 'K7QX2-M9RTB', 'K7QX2M9RTB', 0],
    ['with a character that no digest has', 'K7OX2M9RTB', 'K7QX2M9RTB', 1],
    ['with one mistake', 'K7QX2N9RTB', 'K7QX2M9RTB', 2],
    ['with two mistakes', 'K7QXZN9RTB', 'K7QX2M9RTB', 3],
    ['of another kind', 'NEXT:4411', 'NEXT:4411', 0],
  ])('is a digest %s', (_, query, digest, step) => {
    expect(digestCandidates(query).findIndex((candidates) => candidates.includes(digest))).toBe(step)
  })

  it.each(['', ' ', 'x'.repeat(10_000), '0'.repeat(12), "'; drop table reports", '日本語'])(
    '%j has a limited number of candidates',
    (query) => {
      for (const candidates of digestCandidates(query)) expect(candidates.length).toBeLessThanOrEqual(2_000)
    },
  )

  it.each([
    ['an id', normalizeId],
    ['a digest', digestCandidates],
  ])('is read as %s in no longer than it is long', (_, read) => {
    const { growth, text } = worstReading(read, PUMPS)
    expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
  })
})
