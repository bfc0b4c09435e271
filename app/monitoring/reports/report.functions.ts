import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { operatorOnly } from '#app/monitoring/reports/operator.functions.ts'
import { readReport } from '#app/monitoring/reports/report.server.ts'
import { openMonitoring } from '#app/monitoring/reports/store.server.ts'
import { lookUp } from '#app/monitoring/store/find.server.ts'

const typed = v.object({ typed: v.pipe(v.string(), v.maxLength(2_000)) })

/** A report by its id or digest; `null` when there is none. */
export const fetchReport = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .validator(typed)
  .handler(({ data }) => readReport(data.typed))

/** Where a text that was typed into the box leads. */
export const fetchLookUp = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .validator(typed)
  .handler(async ({ data }) => lookUp((await openMonitoring()).store(), data.typed))
