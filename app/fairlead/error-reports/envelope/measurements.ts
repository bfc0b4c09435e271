import { getField, sanitizeColumn } from '#fairlead/error-reports/envelope/event-summary.ts'
import {
  NAVIGATION_TYPES,
  type NavigationType,
  PREFETCH_OUTCOMES,
  WAITS,
  WEB_VITALS,
} from '#fairlead/error-reports/envelope/visits.ts'

/** The metrics of pages: the web vitals, and the time of a navigation. In milliseconds, except `cls`. */
export type Metric = (typeof WEB_VITALS)[number] | 'navigation'

/**
 * A measurement. Only a soft navigation has `found`, the state of its prefetch entry, and `waited`, the things that it
 * waited for, separated by spaces, or `unknown`; they are empty for everything else.
 */
export type Measurement = {
  metric: Metric
  route: string
  type: NavigationType
  found: string
  waited: string
  value: number
}

/** The largest credible value: an hour. */
const MAX_VALUE = 3_600_000

type Span = Readonly<Record<string, unknown>>

function attribute(span: Span, name: string): unknown {
  return getField(getField(span.attributes, name), 'value')
}

function getRoute(span: Span): string | null {
  const route = sanitizeColumn(attribute(span, 'sentry.transaction') ?? attribute(span, 'sentry.segment.name'), 200)
  return route?.startsWith('/') ? route : null
}

/**
 * Reads the measurements of the SDK's spans: web vitals by the type of their navigation, and the times of soft
 * navigations. What was measured of a soft navigation has the state of its prefetch entry.
 */
export function collectMeasurements(spans: readonly Span[]): Measurement[] {
  return spans.flatMap((span) => {
    const route = getRoute(span)
    if (route === null) return []
    const read = <Name extends string>(names: readonly Name[], name: string) =>
      names.find((known) => known === attribute(span, name))
    const found = read(PREFETCH_OUTCOMES, 'fairlead.navigation.found')
    const type = read(NAVIGATION_TYPES, 'browser.navigation.type') ?? 'unknown'
    const said = attribute(span, 'fairlead.navigation.waited')
    const waits = sanitizeColumn(said, 50)?.split(' ') ?? []
    // Tabs of an earlier release do not say it.
    const isUnknown = found !== undefined && said === undefined
    const waited = isUnknown ? 'unknown' : WAITS.filter((wait) => waits.includes(wait)).join(' ')
    const soft = { found: found ?? '', waited }
    const measure = (metric: Metric, name: string, way: Pick<Measurement, 'type' | 'found' | 'waited'>) => {
      const value = attribute(span, name)
      const isCredible = typeof value === 'number' && value >= 0 && value <= MAX_VALUE
      return isCredible ? [{ metric, route, ...way, value }] : []
    }
    // Only Chromium's spans of soft navigations say their type.
    const isNavigation = found !== undefined && (type === 'soft-navigation' || type === 'unknown')
    const way = type === 'soft-navigation' ? { type, ...soft } : { type, found: '', waited: '' }
    return [
      ...WEB_VITALS.flatMap((metric) => measure(metric, `browser.web_vital.${metric}.value`, way)),
      ...(isNavigation ? measure('navigation', 'fairlead.navigation.ms', { type: 'soft-navigation', ...soft }) : []),
    ]
  })
}
