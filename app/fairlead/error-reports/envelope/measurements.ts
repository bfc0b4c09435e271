import { getField, sanitizeColumn } from '#fairlead/error-reports/envelope/event-summary.ts'

const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

/** The metrics of pages: the web vitals, and the time of a navigation. In milliseconds, except `cls`. */
export type Metric = (typeof WEB_VITALS)[number] | 'navigation'

/**
 * The ways to a page, by the names of the package web-vitals. `navigate` to `restore` load a document, `restore` for a
 * tab that the browser had discarded. `unknown` is what was measured before the types were stored.
 */
export const NAVIGATION_TYPES = [
  'navigate',
  'reload',
  'back-forward',
  'restore',
  'prerender',
  'back-forward-cache',
  'soft-navigation',
  'unknown',
] as const

export type NavigationType = (typeof NAVIGATION_TYPES)[number]

/** The kinds of visits that the desk shows apart, with their types. Only a prerendered page was there before the visit. */
export const TYPES_OF = {
  load: ['navigate', 'reload', 'back-forward', 'restore'],
  prerendered: ['prerender'],
  restored: ['back-forward-cache'],
  soft: ['soft-navigation'],
  unknown: ['unknown'],
} as const satisfies Record<string, readonly NavigationType[]>

export type Visits = keyof typeof TYPES_OF

export const VISITS = Object.keys(TYPES_OF) as Visits[]

/**
 * A measurement. Only a soft navigation has `found`, the state of its prefetch entry, and `waited`, the things that it
 * waited for, separated by spaces; they are empty for everything else.
 */
export type Measurement = {
  metric: Metric
  route: string
  type: NavigationType
  found: string
  waited: string
  value: number
}

/** The states that the prefetch entry of a navigation can have, from worst to best. */
export const PREFETCH_OUTCOMES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** The things that a navigation waits for. `server` is one that was out of reach. */
export const WAITS = ['engine', 'server', 'code', 'data'] as const

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
    const waits = sanitizeColumn(attribute(span, 'fairlead.navigation.waited'), 50)?.split(' ') ?? []
    const soft = { found: found ?? '', waited: WAITS.filter((wait) => waits.includes(wait)).join(' ') }
    const measure = (metric: Metric, name: string, way: Pick<Measurement, 'type' | 'found' | 'waited'>) => {
      const value = attribute(span, name)
      const isCredible = typeof value === 'number' && value >= 0 && value <= MAX_VALUE
      return isCredible ? [{ metric, route, ...way, value }] : []
    }
    const way = type === 'soft-navigation' ? { type, ...soft } : { type, found: '', waited: '' }
    return [
      ...WEB_VITALS.flatMap((metric) => measure(metric, `browser.web_vital.${metric}.value`, way)),
      ...(found ? measure('navigation', 'fairlead.navigation.ms', { type: 'soft-navigation', ...soft }) : []),
    ]
  })
}
