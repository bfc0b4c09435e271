import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { operatorOnly } from '#app/monitoring/reports/operator.functions.ts'
import { openMonitoring } from '#app/monitoring/reports/store.server.ts'
import { readVitals } from '#app/monitoring/store/vitals.server.ts'

/** The speed of the pages in the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .validator(v.object({ days: v.picklist([1, 7, 30]) }))
  .handler(async ({ data }) => {
    const monitoring = await openMonitoring()
    return readVitals(monitoring.store(), data.days, monitoring.now())
  })
