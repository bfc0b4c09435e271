import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'
import { type Bin, type Metric, percentile } from '#app/error-reports/store/vitals-histogram.ts'

/** The 75th percentile of a metric, and of how many measurements. Navigations have it for all routes too: `route` is empty. */
export type Vital = { metric: Metric; route: string; found: string; p75: number; count: number }

/**
 * The 75th percentiles of all that was measured, by route and by what navigations found prefetched.
 *
 * @param days how far back, today included
 * @param now milliseconds since 1970
 */
export async function readVitals({ db }: Store, days: number, now: number): Promise<Vital[]> {
  const rows = await db
    .selectFrom('vitals')
    .select(['metric', 'route', 'found', 'bucket', ({ fn }) => fn.sum<number | string>('count').as('count')])
    .where('day', '>', Number(dayOf(now)) - days)
    .groupBy(['metric', 'route', 'found', 'bucket'])
    .execute()
  // All routes together are a group of their own: percentiles of parts cannot be put together.
  const all = rows.filter(({ metric }) => metric === 'navigation').map((row) => ({ ...row, route: '' }))
  const groups = Map.groupBy([...rows, ...all], ({ metric, route, found }) => [metric, route, found].join('\0'))
  return [...groups.values()].flatMap((group) => {
    const [{ metric, route, found }] = group as [(typeof group)[number]]
    const bins: Bin[] = group.map(({ bucket, count }) => ({ bucket, count: Number(count) }))
    const p75 = percentile(bins, 0.75)
    return p75 === undefined
      ? []
      : [{ metric, route, found, p75, count: bins.reduce((sum, bin) => sum + bin.count, 0) }]
  })
}
