import { describe, expect, it } from 'vitest'
import { readFilters } from '#fairlead/error-reports/store/problem-filters.ts'

describe('the filters of a URL', () => {
  it.each([
    [{}, {}],
    [{ state: 'resolved', since: 'day', sort: 'count', isNew: true }, 'same'],
    [{ state: 'open', since: 'year', sort: 'age', fresh: 'yes' }, {}],
    [
      { q: '42', isNew: 'true' },
      { q: '42', isNew: true },
    ],
    [{ q: '', route: null, release: ['a'], other: 'x' }, {}],
    [{ q: 'x'.repeat(1_000) }, { q: 'x'.repeat(300) }],
  ])('of %j', (search, filters) => {
    expect(readFilters(search)).toEqual(filters === 'same' ? search : filters)
  })
})
