import type { Metric } from '#app/error-reports/envelope/measurements.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'
import { type Bin, percentile } from '#app/error-reports/store/vitals-histogram.ts'

/** The 75th percentile of a metric, and the number of measurements. For navigations of all routes, `route` is empty. */
export type Vital = { metric: Metric; route: string; found: string; p75: number; count: number }

/** Routes that are read, the most measured first. */
export const ROUTES = 100

/**
 * Reads the 75th percentiles: of navigations on all routes by the state of their prefetch entry, of the other metrics
 * by route. `more` is true when there are more routes than `ROUTES`.
 *
 * @param days the period, today included
 * @param now milliseconds since 1970
 */
export async function readVitals(
  { db }: Store,
  days: number,
  now: number,
): Promise<{ vitals: Vital[]; more: boolean }> {
  const since = Number(dayOf(now)) - days
  const [routes, navigations] = await Promise.all([
    db
      .selectFrom('vitals')
      .select('route')
      .where('day', '>', since)
      .where('metric', '<>', 'navigation')
      .groupBy('route')
      .orderBy(({ fn }) => fn.sum('count'), 'desc')
      .orderBy('route')
      .limit(ROUTES + 1)
      .execute(),
    // Percentiles of routes cannot be combined, so the rows are added up without routes.
    db
      .selectFrom('vitals')
      .select(['metric', 'found', 'bucket', ({ fn }) => fn.sum<number | string>('count').as('count')])
      .where('day', '>', since)
      .where('metric', '=', 'navigation')
      .groupBy(['metric', 'found', 'bucket'])
      .execute(),
  ])
  const read = routes.slice(0, ROUTES).map(({ route }) => route)
  const byRoute =
    read.length === 0
      ? []
      : await db
          .selectFrom('vitals')
          .select(['metric', 'route', 'found', 'bucket', ({ fn }) => fn.sum<number | string>('count').as('count')])
          .where('day', '>', since)
          .where('metric', '<>', 'navigation')
          .where('route', 'in', read)
          .groupBy(['metric', 'route', 'found', 'bucket'])
          .execute()
  const rows = [...byRoute, ...navigations.map((row) => ({ ...row, route: '' }))]
  return { vitals: toVitals(rows), more: routes.length > ROUTES }
}

type Counted = Pick<Vital, 'metric' | 'route' | 'found'> & { bucket: number; count: number | string }

function toVitals(rows: readonly Counted[]): Vital[] {
  const groups = Map.groupBy(rows, ({ metric, route, found }) => [metric, route, found].join('\0'))
  return [...groups.values()].flatMap((group) => {
    const [{ metric, route, found }] = group as [(typeof group)[number]]
    const bins: Bin[] = group.map(({ bucket, count }) => ({ bucket, count: Number(count) }))
    const p75 = percentile(bins, 0.75)
    return p75 === undefined
      ? []
      : [{ metric, route, found, p75, count: bins.reduce((sum, bin) => sum + bin.count, 0) }]
  })
}
