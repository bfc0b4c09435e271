import type { EventSummary } from '#app/error-reports/envelope/event-summary.ts'

/** What the reports of a problem are counted by, so that the desk need not read them all. */
export const FACETS = ['day', 'tab', 'route', 'release', 'browser'] as const

export type Facet = (typeof FACETS)[number]

/** How many reports of a problem have one value of one kind. `day` counts days since 1970, UTC. */
export type FacetCount = { fingerprint: string; name: Facet; value: string; count: number }

/** What is counted of a report. `received_at` is in milliseconds since 1970. */
export type CountedReport = Pick<EventSummary, 'fingerprint' | 'tab' | 'route' | 'release' | 'browser'> & {
  received_at: number
}

const DAY_MS = 86_400_000

/** The day of a time in milliseconds, as tallies have it. */
export function dayOf(at: number): string {
  return String(Math.floor(at / DAY_MS))
}

/** Counts new reports: one row for each problem, kind and value, in one order for all processes. */
export function countFacets(reports: readonly CountedReport[]): FacetCount[] {
  const tallies = new Map<string, FacetCount>()
  for (const report of reports) {
    for (const name of FACETS) {
      const value = name === 'day' ? dayOf(report.received_at) : report[name]
      if (value === null) continue
      const key = `${report.fingerprint}\0${name}\0${value}`
      const tally = tallies.get(key)
      if (tally) tally.count++
      else tallies.set(key, { fingerprint: report.fingerprint, name, value, count: 1 })
    }
  }
  return [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally)
}
