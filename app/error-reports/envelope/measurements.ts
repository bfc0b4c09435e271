import { sanitizeColumn } from '#app/error-reports/envelope/event-summary.ts'

/** What is measured of pages: the web vitals, and how long navigations take. In milliseconds, but for `cls`. */
export const METRICS = ['lcp', 'inp', 'cls', 'ttfb', 'navigation'] as const

export type Metric = (typeof METRICS)[number]

/** `found` says what a navigation found in the prefetch cache; it is empty for the other metrics. */
export type Measurement = { metric: Metric; route: string; found: string; value: number }

/** The states that a navigation may find its target in. */
export const PREFETCH_OUTCOMES = ['absent', 'joined', 'fresh', 'reusable', 'stale', 'expired'] as const

/** No page takes longer than an hour: what says so was made up. */
const MOST = 3_600_000

type Span = Readonly<Record<string, unknown>>

function attribute(span: Span, name: string): unknown {
  const attributes = span.attributes as Readonly<Record<string, unknown>> | undefined
  const found = typeof attributes === 'object' && attributes !== null ? attributes[name] : undefined
  return typeof found === 'object' && found !== null && 'value' in found ? found.value : undefined
}

function getRoute(span: Span): string | null {
  const route = sanitizeColumn(attribute(span, 'sentry.transaction') ?? attribute(span, 'sentry.segment.name'), 200)
  return route?.startsWith('/') ? route : null
}

function measurement(metric: Metric, route: string, value: unknown, found = ''): Measurement[] {
  if (typeof value !== 'number' || !(value >= 0 && value <= MOST)) return []
  return [{ metric, route, found, value }]
}

/** Reads what the SDK's spans measured: web vitals as attributes, navigations with what they found prefetched. */
export function collectMeasurements(spans: readonly Span[]): Measurement[] {
  return spans.flatMap((span) => {
    const route = getRoute(span)
    if (route === null) return []
    const found = PREFETCH_OUTCOMES.find((state) => state === attribute(span, 'fairlead.navigation.found'))
    return [
      ...(['lcp', 'inp', 'cls', 'ttfb'] as const).flatMap((metric) =>
        measurement(metric, route, attribute(span, `browser.web_vital.${metric}.value`)),
      ),
      ...(found ? measurement('navigation', route, attribute(span, 'fairlead.navigation.ms'), found) : []),
    ]
  })
}
