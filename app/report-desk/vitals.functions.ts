import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { navigationRows, vitalRows } from '#app/report-desk/vitals-rows.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { readVitals } from '#app/error-reports/store/vitals.server.ts'

/** Bytes that a line of the table takes on the page and in its data, without the route. */
const VITAL_BYTES = 2_500

/** The speed of the pages in the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]) })))
  .handler(async ({ data }) => {
    const monitoring = await requireMonitoring()
    const { vitals, more } = await readVitals(monitoring.store(), data.days, monitoring.now())
    const budget = createPageBudget(LIST_BYTES.vitals)
    const shown = takeWithin(budget, vitalRows(vitals), VITAL_BYTES, (row) => ({
      ...row,
      route: budget.text(row.route, row.route.length),
    }))
    return { routes: shown, navigations: navigationRows(vitals), more: more || budget.isCut() }
  })
