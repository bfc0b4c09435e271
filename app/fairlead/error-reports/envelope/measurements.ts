import { getField, sanitizeColumn } from '#fairlead/error-reports/envelope/event-summary.ts'

const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

/** The metrics of pages: the web vitals, and the time of a navigation. In milliseconds, except `cls`. */
export type Metric = (typeof WEB_VITALS)[number] | 'navigation'

/** A measurement. `outcome` is the state of a navigation's prefetch entry, and empty for the other metrics. */
export type Measurement = { metric: Metric; route: string; outcome: string; value: number }

/** The states that the prefetch entry of a navigation can have, from worst to best. */
export const PREFETCH_OUTCOMES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

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

function measurement(metric: Metric, route: string, value: unknown, outcome = ''): Measurement[] {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_VALUE)) return []
  return [{ metric, route, outcome, value }]
}

/** Reads the measurements of the SDK's spans: web vitals, and navigations with the state of their prefetch entry. */
export function collectMeasurements(spans: readonly Span[]): Measurement[] {
  return spans.flatMap((span) => {
    const route = getRoute(span)
    if (route === null) return []
    const outcome = PREFETCH_OUTCOMES.find((state) => state === attribute(span, 'fairlead.navigation.found'))
    return [
      ...WEB_VITALS.flatMap((metric) =>
        measurement(metric, route, attribute(span, `browser.web_vital.${metric}.value`)),
      ),
      ...(outcome ? measurement('navigation', route, attribute(span, 'fairlead.navigation.ms'), outcome) : []),
    ]
  })
}
