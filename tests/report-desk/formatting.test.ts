import { describe, expect, it } from 'vitest'
import { collectMeasurements } from '#app/error-reports/envelope/measurements.ts'
import { readFilters } from '#app/error-reports/store/problem-filters.ts'
import { digestCandidates, normalizeId } from '#app/error-reports/store/digest-candidates.ts'
import { countFacets } from '#app/error-reports/store/facet-counts.ts'
import { bucketOf, measurementRows, percentile, valueOf } from '#app/error-reports/store/vitals-histogram.ts'

describe('filters of an address', () => {
  it.each([
    [{}, {}],
    [{ state: 'resolved', since: 'day', sort: 'count', isNew: true }, 'same'],
    [{ state: 'open', since: 'year', sort: 'age', fresh: 'yes' }, {}],
    [
      { q: 42, kind: 'TypeError' },
      { q: '42', kind: 'TypeError' },
    ],
    [{ q: '', route: null, release: ['a'], other: 'x' }, {}],
    [{ q: 'x'.repeat(1_000) }, { q: 'x'.repeat(300) }],
  ])('%j', (search, filters) => {
    expect(readFilters(search)).toEqual(filters === 'same' ? search : filters)
  })
})

describe('what was typed', () => {
  it.each([
    [' 0123456789ABCDEF 0123456789abcdef\n', '0123456789abcdef0123456789abcdef'],
    ['01234567-89ab-cdef-0123-456789abcdef', '0123456789abcdef0123456789abcdef'],
    ['OI2345678qabcdef0123456789abcdef', undefined],
    ['Ol23456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
    ['K7QX2M9RTB', undefined],
    ['', undefined],
  ])('as an id: %j', (typed, id) => {
    expect(normalizeId(typed)).toBe(id)
  })

  it.each([
    ['as it stands', 'K7QX2M9RTB', 'K7QX2M9RTB', 0],
    ['in small letters with spaces', ' k7qx 2m9r tb ', 'K7QX2M9RTB', 0],
    ['with dashes', 'K7QX2-M9RTB', 'K7QX2M9RTB', 0],
    ['with a sign that no digest has', 'K7OX2M9RTB', 'K7QX2M9RTB', 1],
    ['with one mistake', 'K7QX2N9RTB', 'K7QX2M9RTB', 2],
    ['with two mistakes', 'K7QXZN9RTB', 'K7QX2M9RTB', 3],
    ['of another kind', 'NEXT:4411', 'NEXT:4411', 0],
  ])('as a digest, %s', (_, typed, meant, step) => {
    expect(digestCandidates(typed).findIndex((spellings) => spellings.includes(meant))).toBe(step)
  })

  it.each(['', ' ', 'x'.repeat(10_000), '0'.repeat(12), "'; drop table reports", '日本語'])(
    '%j is tried in few spellings',
    (typed) => {
      for (const spellings of digestCandidates(typed)) expect(spellings.length).toBeLessThanOrEqual(2_000)
    },
  )
})

describe('tallies', () => {
  const report = {
    fingerprint: 'f',
    received_at: 86_400_000 * 3 + 5,
    tab: 't',
    route: '/a',
    release: null,
    browser: 'B',
  }

  it('count reports by day, tab, route, release and browser', () => {
    expect(countFacets([report, { ...report, tab: 'u' }])).toEqual([
      { fingerprint: 'f', name: 'browser', value: 'B', count: 2 },
      { fingerprint: 'f', name: 'day', value: '3', count: 2 },
      { fingerprint: 'f', name: 'route', value: '/a', count: 2 },
      { fingerprint: 'f', name: 'tab', value: 't', count: 1 },
      { fingerprint: 'f', name: 'tab', value: 'u', count: 1 },
    ])
  })
})

describe('measurements', () => {
  const span = (attributes: Record<string, unknown>) => ({
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])),
  })
  const ROUTE = { 'sentry.segment.name': '/{-$locale}/lab' }

  it.each([
    ['a vital', { ...ROUTE, 'browser.web_vital.lcp.value': 460 }, [{ metric: 'lcp', outcome: '', value: 460 }]],
    [
      'a navigation',
      { ...ROUTE, 'fairlead.navigation.found': 'fresh', 'fairlead.navigation.ms': 12 },
      [{ metric: 'navigation', outcome: 'fresh', value: 12 }],
    ],
    ['no number', { ...ROUTE, 'browser.web_vital.lcp.value': 'fast' }, []],
    ['less than nothing', { ...ROUTE, 'browser.web_vital.cls.value': -1 }, []],
    ['what takes for ever', { ...ROUTE, 'browser.web_vital.ttfb.value': 1e12 }, []],
    ['no route', { 'browser.web_vital.lcp.value': 460 }, []],
    ['a state that there is not', { ...ROUTE, 'fairlead.navigation.found': '<b>', 'fairlead.navigation.ms': 1 }, []],
  ])('of %s', (_, attributes, found) => {
    const expected = found.map((one) => ({ ...one, route: '/{-$locale}/lab' }))
    expect(collectMeasurements([span(attributes)])).toEqual(expected)
  })

  it.each([null, 'x', 7, [], { attributes: 3 }])('of a span that is %j there are none', (attributes) => {
    expect(collectMeasurements([{ attributes }])).toEqual([])
  })

  it.each([0.001, 0.05, 1, 64, 460, 3_600_000])('a bucket tells %d to within three in a hundred', (value) => {
    expect(Math.abs(valueOf(bucketOf(value)) / value - 1)).toBeLessThan(0.03)
  })

  it('the 75th percentile is what three of four do not exceed', () => {
    const values = [0, 10, 20, 30, 40, 50, 60, 70]
    const bins = values.map((value) => ({ bucket: bucketOf(value), count: 1 }))
    expect(percentile(bins, 0.75)).toBeCloseTo(50, -0.5)
    expect(percentile(bins, 0)).toBe(0)
    expect(percentile([], 0.75)).toBeUndefined()
  })

  it('that fall into one bucket are one row', () => {
    const measurement = { metric: 'lcp', route: '/', outcome: '', value: 100 } as const
    const rows = measurementRows([{ receivedAt: 0, measurements: [measurement, measurement] }])
    expect(rows).toEqual([{ day: 0, metric: 'lcp', route: '/', found: '', bucket: bucketOf(100), count: 2 }])
  })
})
