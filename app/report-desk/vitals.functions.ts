import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import type { WebVital } from '#app/report-desk/vitals-page.tsx'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireReports } from '#app/report-desk/require-reports.server.ts'
import { readVitals, type Vital } from '#app/error-reports/store/vitals.server.ts'

/** Bytes of a table row on the page and in its data, without the route. */
const ROW_BYTES = 2_500

/** Prefetch states of a navigation's target, from worst to best. */
const PREFETCH_STATES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** Groups web vitals by route, the most measured route first. */
function vitalRows(vitals: readonly Vital[]) {
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
function navigationRows(vitals: readonly Vital[]) {
  return PREFETCH_STATES.flatMap((state) =>
    vitals
      .filter((vital) => vital.metric === 'navigation' && vital.route === '' && vital.found === state)
      .map(({ p75, count }) => ({ state, p75, count })),
  )
}

/** Reads web vitals by route and navigation times of the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]) })))
  .handler(async ({ data }) => {
    const reports = await requireReports()
    const { vitals, more } = await readVitals(reports.store(), data.days, reports.now())
    const budget = createPageBudget(LIST_BYTES.vitals)
    const shown = takeWithin(budget, vitalRows(vitals), ROW_BYTES, (row) => ({
      ...row,
      route: budget.text(row.route, row.route.length),
    }))
    return { routes: shown, navigations: navigationRows(vitals), more: more || budget.isExceeded() }
  })
