import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { release } from '#app/error-reports/release.ts'
import { readFilters } from '#app/error-reports/store/problem-filters.ts'
import { PAGE_ROWS } from '#app/report-desk/desk-limits.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { deleteProblems, updateProblemState } from '#app/error-reports/store/update-problems.server.ts'
import { listFacets, listMatching, listProblems } from '#app/error-reports/store/problems.server.ts'

const filters = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

const pageRequest = v.object({
  filters,
  page: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** One page of the list of problems. `now` is the server's clock, which the ages count from. */
export const fetchProblems = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(pageRequest)
  .handler(async ({ data: { filters: asked, page } }) => {
    const monitoring = await requireMonitoring()
    const now = monitoring.now()
    const options = { page, size: PAGE_ROWS, now, release }
    return { ...(await listProblems(monitoring.store(), readFilters(asked), options)), now }
  })

/** How long the values of filters are good for, in milliseconds: they are counted over all problems. */
const FACETS_MS = 10_000
let facets: { at: number; read: ReturnType<typeof listFacets> } | undefined

/** What the list can be filtered by. */
export const fetchFacets = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const monitoring = await requireMonitoring()
    const now = monitoring.now()
    if (!facets || Math.abs(now - facets.at) > FACETS_MS) {
      const read = listFacets(monitoring.store())
      facets = { at: now, read }
      read.catch(() => (facets = undefined))
    }
    return facets.read
  })

const fingerprint = v.pipe(v.string(), v.maxLength(64))
const to = v.picklist(['open', 'resolved', 'ignored', 'deleted'])

const change = v.union([
  v.object({ fingerprints: v.pipe(v.array(fingerprint), v.minLength(1), v.maxLength(1_000)), to }),
  v.object({ filters, but: v.pipe(v.array(fingerprint), v.maxLength(1_000)), to }),
])

/** Resolves, opens, ignores or deletes problems: those that are named, or all that match but some. */
export const changeProblems = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(change)
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
