import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { release } from '#app/error-reports/release.ts'
import { readFilters } from '#app/error-reports/store/problem-filters.ts'
import { PAGE_ROWS } from '#app/report-desk/desk-limits.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { text } from '#app/report-desk/text-schema.ts'
import { deleteProblems, updateProblemState } from '#app/error-reports/store/update-problems.server.ts'
import { type Facets, listFacets, listMatching, listProblems } from '#app/error-reports/store/problems.server.ts'

const filters = v.record(v.string(), v.union([text(2_000), v.number(), v.boolean()]))

const pageRequest = v.object({
  filters,
  page: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** Characters of a message and a route in the list, which has a line for them. */
const LINE = 200

/** One page of the list of problems. `now` is the server's clock, which the ages count from. */
export const fetchProblems = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(pageRequest))
  .handler(async ({ data: { filters: asked, page } }) => {
    const monitoring = await requireMonitoring()
    const now = monitoring.now()
    const options = { page, size: PAGE_ROWS, now, release }
    const { total, problems } = await listProblems(monitoring.store(), readFilters(asked), options)
    const budget = createPageBudget(LIST_BYTES.problems)
    const shown = problems.map((problem) => ({
      ...problem,
      // Its first words are the name of its box, too.
      message: budget.text(problem.message, LINE, 2),
      kind: budget.text(problem.kind, LINE, 2),
      route: problem.route && budget.text(problem.route, LINE),
    }))
    return { total, problems: shown, now }
  })

/** How long the values of filters are good for, in milliseconds: they are counted over all problems. */
const FACETS_MS = 10_000
/** What fits of the values of filters. They are values of forms as well as texts. */
function fittingFacets(all: Facets): Facets {
  const fitting = (values: readonly string[]): string[] => {
    const budget = createPageBudget(LIST_BYTES.facet)
    const shown = takeWithin(budget, values, OPTION_BYTES, (value) => budget.text(value, value.length, 2))
    // A value that was cut would find nothing.
    return shown.filter((value, index) => value === values[index])
  }
  return {
    kind: fitting(all.kind),
    route: fitting(all.route),
    release: fitting(all.release),
    browser: fitting(all.browser),
  }
}

/** Bytes of an option without its texts. */
const OPTION_BYTES = 60
let facets: { at: number; read: ReturnType<typeof listFacets> } | undefined

/** What the list can be filtered by. */
export const fetchFacets = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const monitoring = await requireMonitoring()
    const now = monitoring.now()
    if (!facets || Math.abs(now - facets.at) > FACETS_MS) {
      const read = listFacets(monitoring.store()).then(fittingFacets)
      facets = { at: now, read }
      read.catch(() => (facets = undefined))
    }
    return facets.read
  })

const fingerprint = text(64)
const to = v.picklist(['open', 'resolved', 'ignored', 'deleted'])

const change = v.union([
  v.object({ fingerprints: v.pipe(v.array(fingerprint), v.minLength(1), v.maxLength(1_000)), to }),
  v.object({ filters, but: v.pipe(v.array(fingerprint), v.maxLength(1_000)), to }),
])

/** Resolves, opens, ignores or deletes problems: those that are named, or all that match but some. */
export const changeProblems = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(validate(change))
  .handler(async ({ data }) => {
    const monitoring = await requireMonitoring()
    const [store, now] = [monitoring.store(), monitoring.now()]
    const meant =
      'filters' in data
        ? await listMatching(store, readFilters(data.filters), data.but, { now, release })
        : data.fingerprints
    if (data.to === 'deleted') await deleteProblems(store, meant)
    else await updateProblemState(store, meant, data.to, now)
    return { changed: meant.length }
  })
