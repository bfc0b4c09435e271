import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { readReport } from '#app/report-desk/read-report.server.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { text } from '#app/report-desk/text-schema.ts'
import { resolveQuery } from '#app/error-reports/store/report-lookup.server.ts'

const typed = v.object({ typed: text(2_000) })

/** A report by its id or digest; `null` when there is none. */
export const fetchReport = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(typed))
  .handler(({ data }) => readReport(data.typed))

/** Where a text that was typed into the box leads. */
export const fetchLookup = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(typed))
  .handler(async ({ data }) => resolveQuery((await requireMonitoring()).store(), data.typed))
