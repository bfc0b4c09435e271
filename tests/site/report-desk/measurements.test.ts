import { describe, expect, it } from 'vitest'
import { collectMeasurements } from '#fairlead/error-reports/envelope/measurements.ts'
import { bucketOf, measurementRows, percentile, valueOf } from '#fairlead/error-reports/store/vitals.server.ts'

describe('measurements', () => {
  const span = (attributes: Record<string, unknown>) => ({
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])),
  })
  const ROUTE = { 'sentry.segment.name': '/{-$locale}/lab' }
  const SOFT = { 'browser.navigation.type': 'soft-navigation', 'browser.web_vital.lcp.value': 460 }
  const FRESH = { 'fairlead.navigation.found': 'fresh', 'fairlead.navigation.waited': '' }

  it.each([
    ['a vital without a type', { ...ROUTE, 'browser.web_vital.lcp.value': 460 }, [{ metric: 'lcp', value: 460 }]],
    [
      'a page load',
      { ...ROUTE, 'browser.navigation.type': 'reload', 'browser.web_vital.cls.value': 0 },
      [{ metric: 'cls', type: 'reload', value: 0 }],
    ],
    [
      'a page load that claims a prefetch',
      { ...ROUTE, ...FRESH, 'browser.navigation.type': 'navigate', 'browser.web_vital.inp.value': 8 },
      [{ metric: 'inp', type: 'navigate', value: 8 }],
    ],
    [
      'an unknown type',
      { ...ROUTE, 'browser.navigation.type': '<b>', 'browser.web_vital.inp.value': 8 },
      [{ metric: 'inp', value: 8 }],
    ],
    [
      'a soft navigation',
      { ...ROUTE, ...SOFT, ...FRESH, 'fairlead.navigation.waited': 'code' },
      [{ metric: 'lcp', type: 'soft-navigation', found: 'fresh', waited: 'code', value: 460 }],
    ],
    [
      'a soft navigation that names its waits twice, and one that nobody knows',
      { ...ROUTE, ...SOFT, ...FRESH, 'fairlead.navigation.waited': 'data <b> code data' },
      [{ metric: 'lcp', type: 'soft-navigation', found: 'fresh', waited: 'code data', value: 460 }],
    ],
    ['a soft navigation alone', { ...ROUTE, ...SOFT }, [{ metric: 'lcp', type: 'soft-navigation', value: 460 }]],
    [
      'the time of a navigation',
      { ...ROUTE, ...FRESH, 'fairlead.navigation.ms': 12 },
      [{ metric: 'navigation', type: 'soft-navigation', found: 'fresh', value: 12 }],
    ],
    [
      'the time of a navigation in a tab of an earlier release',
      { ...ROUTE, 'fairlead.navigation.found': 'absent', 'fairlead.navigation.ms': 12 },
      [{ metric: 'navigation', type: 'soft-navigation', found: 'absent', waited: 'unknown', value: 12 }],
    ],
    [
      'a page from the back/forward cache that was loaded again',
      { ...ROUTE, ...FRESH, 'browser.navigation.type': 'back-forward-cache', 'fairlead.navigation.ms': 12 },
      [],
    ],
    ['not a number', { ...ROUTE, 'browser.web_vital.lcp.value': 'fast' }, []],
    ['a negative value', { ...ROUTE, 'browser.web_vital.cls.value': -1 }, []],
    ['an excessive value', { ...ROUTE, 'browser.web_vital.ttfb.value': 1e12 }, []],
    ['no route', { 'browser.web_vital.lcp.value': 460 }, []],
    ['an unknown prefetch state', { ...ROUTE, 'fairlead.navigation.found': '<b>', 'fairlead.navigation.ms': 1 }, []],
  ])('of %s', (_, attributes, found) => {
    const route = '/{-$locale}/lab'
    const expected = found.map((one) => ({ route, type: 'unknown', found: '', waited: '', ...one }))
    expect(collectMeasurements([span(attributes)])).toEqual(expected)
  })

  it.each([null, 'x', 7, [], { attributes: 3 }])('are absent for a span that is %j', (attributes) => {
    expect(collectMeasurements([{ attributes }])).toEqual([])
  })

  it.each([0.001, 0.05, 1, 64, 460, 3_600_000])('the bucket of %d is within 3 %', (value) => {
    expect(Math.abs(valueOf(bucketOf(value)) / value - 1)).toBeLessThan(0.03)
  })

  it('the 75th percentile is not exceeded by three of four values', () => {
    const values = [0, 10, 20, 30, 40, 50, 60, 70]
    const bins = values.map((value) => ({ bucket: bucketOf(value), count: 1 }))
    expect(percentile(bins, 0.75)).toBeCloseTo(50, -0.5)
    expect(percentile(bins, 0)).toBe(0)
    expect(percentile([], 0.75)).toBeUndefined()
  })

  it('of one bucket become one row', () => {
    const way = { metric: 'lcp', route: '/', found: 'fresh', waited: 'code' } as const
    const measurement = { ...way, type: 'soft-navigation', value: 100 } as const
    const rows = measurementRows([{ receivedAt: 0, measurements: [measurement, measurement] }])
    expect(rows).toEqual([{ ...way, day: 0, navigation_type: 'soft-navigation', bucket: bucketOf(100), count: 2 }])
  })
})
