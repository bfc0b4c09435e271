import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'
import { type Bin, type Metric, percentile } from '#app/error-reports/store/vitals-histogram.ts'

/** The 75th percentile of a metric, and of how many measurements. Of navigations it is that of all routes: `route` is empty. */
export type Vital = { metric: Metric; route: string; found: string; p75: number; count: number }

/** Routes that are read, the most measured first: reports come from outside, and can name any number. */
export const ROUTES = 100

/**
 * The 75th percentiles of what was measured: navigations of all routes together by what they found prefetched, and the
 * other metrics by route. `more` says whether there are more routes than are read.
 *
 * @param days how far back, today included
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
    // Percentiles of parts cannot be put together, so routes are left out from the start.
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
  return { vitals: vitalsOf(rows), more: routes.length > ROUTES }
}

type Counted = Pick<Vital, 'metric' | 'route' | 'found'> & { bucket: number; count: number | string }

function vitalsOf(rows: readonly Counted[]): Vital[] {
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
