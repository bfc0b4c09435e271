import { describe, expect, it } from 'vitest'
import { collectMeasurements } from '#fairlead/error-reports/envelope/measurements.ts'
import { bucketOf, measurementRows, percentile, valueOf } from '#fairlead/error-reports/store/vitals.server.ts'

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
    ['not a number', { ...ROUTE, 'browser.web_vital.lcp.value': 'fast' }, []],
    ['a negative value', { ...ROUTE, 'browser.web_vital.cls.value': -1 }, []],
    ['an excessive value', { ...ROUTE, 'browser.web_vital.ttfb.value': 1e12 }, []],
    ['no route', { 'browser.web_vital.lcp.value': 460 }, []],
    ['an unknown prefetch state', { ...ROUTE, 'fairlead.navigation.found': '<b>', 'fairlead.navigation.ms': 1 }, []],
  ])('of %s', (_, attributes, found) => {
    const expected = found.map((one) => ({ ...one, route: '/{-$locale}/lab' }))
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
    const measurement = { metric: 'lcp', route: '/', outcome: '', value: 100 } as const
    const rows = measurementRows([{ receivedAt: 0, measurements: [measurement, measurement] }])
    expect(rows).toEqual([{ day: 0, metric: 'lcp', route: '/', found: '', bucket: bucketOf(100), count: 2 }])
  })
})
