import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#fairlead/errors/validate.ts'
import { release } from '#fairlead/error-reports/release.ts'
import { readFilters } from '#fairlead/error-reports/store/problem-filters.ts'
import { cached } from '#fairlead/server/cache/cached-function.server.ts'
import { requireOperator } from '#fairlead/report-desk/auth.functions.ts'
import { requireReports } from '#fairlead/report-desk/require-reports.server.ts'
import { readReport } from '#fairlead/report-desk/report/read-report.server.ts'
import { resolveQuery } from '#fairlead/error-reports/store/report-lookup.server.ts'
import {
  deleteProblems,
  updateProblemState,
  listFacets,
  listMatching,
  listProblems,
} from '#fairlead/error-reports/store/problems.server.ts'

/** Returns the schema of a text that both databases can compare with: PostgreSQL refuses NUL. */
function textSchema(maxLength: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.check((value) => !value.includes('\0'), 'NUL is not allowed here.'),
  )
}

const filtersSchema = v.record(v.string(), v.union([textSchema(2_000), v.number(), v.boolean()]))

const pageSchema = v.object({
  filters: filtersSchema,
  page: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** The rows of the problem list per request: a screen of 1080 pixels, and the rows that are rendered around it. */
export const PAGE_ROWS = 32

/** Reads one page of the problem list. `now` is the time on the server's clock, to which ages are relative. */
export const fetchProblems = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(pageSchema))
  .handler(async ({ data: { filters, page } }) => {
    const reports = await requireReports()
    const now = Date.now()
    const options = { page, size: PAGE_ROWS, now, release }
    return { ...(await listProblems(reports.database(), readFilters(filters), options)), now }
  })

const readFacets = cached(async () => listFacets((await requireReports()).database()), {
  key: () => ['desk facets'],
  freshFor: 10,
  staleFor: 50,
})

export const fetchFacets = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(() => readFacets())

const fingerprintSchema = textSchema(64)
const toSchema = v.picklist(['open', 'resolved', 'ignored', 'deleted'])

const updateSchema = v.union([
  v.object({ fingerprints: v.pipe(v.array(fingerprintSchema), v.minLength(1), v.maxLength(1_000)), to: toSchema }),
  v.object({ filters: filtersSchema, except: v.pipe(v.array(fingerprintSchema), v.maxLength(1_000)), to: toSchema }),
])

/**
 * Resolves, reopens, ignores or deletes problems: some by fingerprint, or all that match the filters with exceptions.
 */
export const updateProblems = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(validate(updateSchema))
  .handler(async ({ data }) => {
    const reports = await requireReports()
    const [database, now] = [reports.database(), Date.now()]
    const fingerprints =
      'filters' in data
        ? await listMatching(database, readFilters(data.filters), data.except, { now, release })
        : data.fingerprints
    if (data.to === 'deleted') await deleteProblems(database, fingerprints)
    else await updateProblemState(database, fingerprints, data.to, now)
    return { updated: fingerprints.length }
  })

const lookupSchema = v.object({ query: textSchema(2_000) })

export const fetchReport = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(lookupSchema))
  .handler(({ data }) => readReport(data.query))

export const fetchLookup = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(lookupSchema))
  .handler(async ({ data }) => (await resolveQuery((await requireReports()).database(), data.query)) ?? null)
