import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { navigationRows, vitalRows } from '#app/report-desk/vitals-rows.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { readVitals } from '#app/error-reports/store/vitals.server.ts'

/** Bytes of a table row on the page and in its data, without the route. */
const ROW_BYTES = 2_500

/** Reads web vitals by route and navigation times of the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]) })))
  .handler(async ({ data }) => {
    const monitoring = await requireMonitoring()
    const { vitals, more } = await readVitals(monitoring.store(), data.days, monitoring.now())
    const budget = createPageBudget(LIST_BYTES.vitals)
    const shown = takeWithin(budget, vitalRows(vitals), ROW_BYTES, (row) => ({
      ...row,
      route: budget.text(row.route, row.route.length),
    }))
    return { routes: shown, navigations: navigationRows(vitals), more: more || budget.isExceeded() }
  })
