import { sql } from 'kysely'
import type { Measurement, Metric } from '#fairlead/error-reports/envelope/measurements.ts'
import { countEqual, dayOf, type ReportTables, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** The width of a bucket: each begins 5 % above the last one, so a percentile is accurate to about 3 %. */
const STEP = Math.log(1.05)

/** The bucket of zero, which has no logarithm. The smallest layout shift that counts is far above it. */
const ZERO_BUCKET = -1_000

/** Returns the bucket of a value. */
export function bucketOf(value: number): number {
  return value <= 0 ? ZERO_BUCKET : Math.max(ZERO_BUCKET + 1, Math.round(Math.log(value) / STEP))
}

/** Returns the middle of a bucket. */
export function valueOf(bucket: number): number {
  return bucket === ZERO_BUCKET ? 0 : Math.exp(bucket * STEP)
}

export type Bin = { bucket: number; count: number }

/** Returns the value that `share` (0 to 1) of all measurements do not exceed; `undefined` without measurements. */
export function percentile(bins: readonly Bin[], share: number): number | undefined {
  const sorted = bins.toSorted((a, b) => a.bucket - b.bucket)
  const wanted = sorted.reduce((sum, { count }) => sum + count, 0) * share
  let seen = 0
  for (const { bucket, count } of sorted) {
    seen += count
    if (seen >= wanted) return valueOf(bucket)
  }
  return undefined
}

/** Returns the rows to add to `vitals`: the numbers of measurements by day, route and bucket. */
export function measurementRows(
  records: readonly { receivedAt: number; measurements: readonly Measurement[] }[],
): ReportTables['vitals'][] {
  return countEqual(
    records.flatMap(({ receivedAt, measurements }) =>
      measurements.map(({ metric, route, outcome: found, value }) => {
        return { day: Number(dayOf(receivedAt)), metric, route, found, bucket: bucketOf(value) }
      }),
    ),
  )
}

/**
 * A metric of a route. `p75` is the 75th percentile. `route` is empty for navigations, which are counted over all
 * routes.
 */
export type Vital = { metric: Metric; route: string; found: string; p75: number; count: number }

/** The number of routes that are read, the most measured first. */
export const ROUTES = 100

/**
 * Reads the 75th percentiles: of navigations on all routes by the state of their prefetch entry, and of the other
 * metrics by route. `more` is true if there are more routes than `ROUTES`.
 *
 * @param days the period, today included
 * @param now milliseconds since 1970
 */
export async function readVitals(
  { db }: ReportDatabase,
  days: number,
  now: number,
): Promise<{ vitals: Vital[]; more: boolean }> {
  const since = Number(dayOf(now)) - days
  const routes = await db
    .selectFrom('vitals')
    .select('route')
    .where('day', '>', since)
    .where('metric', '<>', 'navigation')
    .groupBy('route')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .orderBy('route')
    .limit(ROUTES + 1)
    .execute()
  // Percentiles of routes cannot be combined, so the rows of navigations are summed over all routes.
  const route = sql<string>`case when metric = 'navigation' then '' else route end`
  const rows = await db
    .selectFrom('vitals')
    .select(['metric', route.as('route'), 'found', 'bucket', ({ fn }) => fn.sum<number | string>('count').as('count')])
    .where('day', '>', since)
    .where(route, 'in', ['', ...routes.slice(0, ROUTES).map((row) => row.route)])
    .groupBy(['metric', route, 'found', 'bucket'])
    .execute()
  const groups = Map.groupBy(rows, ({ metric, route: name, found }) => [metric, name, found].join('\0'))
  const vitals = [...groups.values()].map((group): Vital => {
    const [{ metric, route: name, found }] = group as [(typeof group)[number]]
    const bins: Bin[] = group.map(({ bucket, count }) => ({ bucket, count: Number(count) }))
    const count = bins.reduce((sum, bin) => sum + bin.count, 0)
    return { metric, route: name, found, p75: percentile(bins, 0.75) ?? 0, count }
  })
  return { vitals, more: routes.length > ROUTES }
}
