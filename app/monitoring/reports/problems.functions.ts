import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { release } from '#app/monitoring/release.ts'
import { readFilters } from '#app/monitoring/reports/filters.ts'
import { PAGE_ROWS } from '#app/monitoring/reports/limits.ts'
import { operatorOnly } from '#app/monitoring/reports/operator.functions.ts'
import { openMonitoring } from '#app/monitoring/reports/store.server.ts'
import { deleteProblems, listFacets, listProblems, setState } from '#app/monitoring/store/problems.server.ts'

const pageRequest = v.object({
  filters: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  page: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** One page of the list of problems. `now` is the server's clock, which the ages count from. */
export const fetchProblems = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .validator(pageRequest)
  .handler(async ({ data: { filters, page } }) => {
    const monitoring = await openMonitoring()
    const now = monitoring.now()
    const options = { page, size: PAGE_ROWS, now, release }
    return { ...(await listProblems(monitoring.store(), readFilters(filters), options)), now }
  })

/** How long the values of filters are good for, in milliseconds: they are counted over all problems. */
const FACETS_MS = 10_000
let facets: { at: number; read: ReturnType<typeof listFacets> } | undefined

/** What the list can be filtered by. */
export const fetchFacets = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .handler(async () => {
    const monitoring = await openMonitoring()
    const now = monitoring.now()
    if (!facets || Math.abs(now - facets.at) > FACETS_MS) {
      const read = listFacets(monitoring.store())
      facets = { at: now, read }
      read.catch(() => (facets = undefined))
    }
    return facets.read
  })

const change = v.object({
  fingerprints: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(1_000)),
  to: v.picklist(['open', 'resolved', 'ignored', 'deleted']),
})

/** Resolves, opens, ignores or deletes problems. */
export const changeProblems = createServerFn({ method: 'POST' })
  .middleware([operatorOnly])
  .validator(change)
  .handler(async ({ data: { fingerprints, to } }) => {
    const monitoring = await openMonitoring()
    if (to === 'deleted') await deleteProblems(monitoring.store(), fingerprints)
    else await setState(monitoring.store(), fingerprints, to, monitoring.now())
    return { changed: fingerprints.length }
  })
