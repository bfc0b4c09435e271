import type { Vital } from '#app/error-reports/store/vitals.server.ts'

export const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

type WebVital = (typeof WEB_VITALS)[number]

/** Where good ends and poor begins at the 75th percentile, as web.dev/vitals sets them. Milliseconds, but for `cls`. */
export const LIMITS: Record<WebVital, { good: number; poor: number }> = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  ttfb: { good: 800, poor: 1_800 },
}

/** What a navigation may find of its target, from nothing to the best. */
export const FOUND_ORDER = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** The routes that were measured, the most measured first. */
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

/** Navigations by what they found prefetched, all routes together. */
export function navigationRows(vitals: readonly Vital[]) {
  return FOUND_ORDER.flatMap((found) =>
    vitals
      .filter((vital) => vital.metric === 'navigation' && vital.route === '' && vital.found === found)
      .map(({ p75, count }) => ({ found, p75, count })),
  )
}
