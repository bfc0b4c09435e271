import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { readReport } from '#app/report-desk/read-report.server.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { textSchema } from '#app/report-desk/text-schema.ts'
import { resolveQuery } from '#app/error-reports/store/report-lookup.server.ts'

const lookupSchema = v.object({ query: textSchema(2_000) })

/** Reads a report by its id or digest; `null` when there is none. */
export const fetchReport = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(lookupSchema))
  .handler(({ data }) => readReport(data.query))

/** Finds the report for a text that was typed into the lookup field. */
export const fetchLookup = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(lookupSchema))
  .handler(async ({ data }) => resolveQuery((await requireMonitoring()).store(), data.query))
