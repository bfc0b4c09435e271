import type { Vital } from '#app/error-reports/store/vitals.server.ts'

export const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

type WebVital = (typeof WEB_VITALS)[number]

/** Thresholds of the 75th percentile, from https://web.dev/articles/vitals. In milliseconds, except `cls`. */
export const THRESHOLDS: Record<WebVital, { good: number; poor: number }> = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  ttfb: { good: 800, poor: 1_800 },
}

/** Prefetch states of a navigation's target, from worst to best. */
const PREFETCH_STATES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** Groups web vitals by route, the most measured route first. */
export function vitalRows(vitals: readonly Vital[]) {
  const routes = Map.groupBy(
    vitals.filter(({ metric }) => metric !== 'navigation'),
    ({ route }) => route,
  )
  return [...routes]
    .map(([route, list]) => ({
      route,
      values: Object.fromEntries(list.map(({ metric, p75 }) => [metric, p75])) as Partial<Record<WebVital, number>>,
      count: Math.max(...list.map(({ count }) => count)),
    }))
    .toSorted((a, b) => b.count - a.count)
}

/** Returns the navigation times by prefetch state, for all routes together. */
export function navigationRows(vitals: readonly Vital[]) {
  return PREFETCH_STATES.flatMap((state) =>
    vitals
      .filter((vital) => vital.metric === 'navigation' && vital.route === '' && vital.found === state)
      .map(({ p75, count }) => ({ state, p75, count })),
  )
}
