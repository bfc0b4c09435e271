import type { EventSummary } from '#app/error-reports/envelope/event-summary.ts'

/** The facets by which the reports of a problem are counted, so that the desk need not read all of them. */
export const FACETS = ['day', 'tab', 'route', 'release', 'browser'] as const

/** The name of a facet. */
export type Facet = (typeof FACETS)[number]

/** The number of a problem's reports with one value of a facet. `day` is days since 1970, UTC. */
export type FacetCount = { fingerprint: string; name: Facet; value: string; count: number }

/** The counted fields of a report. `received_at` is milliseconds since 1970. */
export type CountedReport = Pick<EventSummary, 'fingerprint' | 'tab' | 'route' | 'release' | 'browser'> & {
  received_at: number
}

const DAY_MS = 86_400_000

/** Returns the day of a time in milliseconds, in days since 1970, UTC. */
export function dayOf(at: number): string {
  return String(Math.floor(at / DAY_MS))
}

/** Counts new reports by problem, facet and value, sorted so that all processes lock rows in the same order. */
export function countFacets(reports: readonly CountedReport[]): FacetCount[] {
  const counts = new Map<string, FacetCount>()
  for (const report of reports) {
    for (const name of FACETS) {
      const value = name === 'day' ? dayOf(report.received_at) : report[name]
      if (value === null) continue
      const key = `${report.fingerprint}\0${name}\0${value}`
      const entry = counts.get(key)
      if (entry) entry.count++
      else counts.set(key, { fingerprint: report.fingerprint, name, value, count: 1 })
    }
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}
