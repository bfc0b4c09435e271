import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { readVitals } from '#app/error-reports/store/vitals.server.ts'

/** The speed of the pages in the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(v.object({ days: v.picklist([1, 7, 30]) }))
  .handler(async ({ data }) => {
    const monitoring = await requireMonitoring()
    return readVitals(monitoring.store(), data.days, monitoring.now())
  })
