import { sql } from 'kysely'
import type { Measurement, Metric } from '#fairlead/error-reports/envelope/measurements.ts'
import { NAVIGATION_TYPES, PREFETCH_OUTCOMES, TYPES_OF, type Visits } from '#fairlead/error-reports/envelope/visits.ts'
import { countEqual, dayOf, type ReportTables, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** The width of a bucket: each begins 5 % above the last one, so a percentile is accurate to about 3 %. */
const STEP = Math.log(1.05)

/** The bucket of zero, which has no logarithm, and of values below `SMALLEST`, which nobody measures. */
const ZERO_BUCKET = -1_000
const SMALLEST = 0.0001

/** Returns the bucket of a value. */
export function bucketOf(value: number): number {
  return value < SMALLEST ? ZERO_BUCKET : Math.round(Math.log(value) / STEP)
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

/** Returns the rows to add to `vitals`: the numbers of measurements by day, route, way to the page and bucket. */
export function measurementRows(
  records: readonly { receivedAt: number; measurements: readonly Measurement[] }[],
): ReportTables['vitals_by_type'][] {
  return countEqual(
    records.flatMap(({ receivedAt, measurements }) =>
      measurements.map(({ metric, route, type, found, waited, value }) => {
        const day = Number(dayOf(receivedAt))
        return { day, metric, route, navigation_type: type, found, waited, bucket: bucketOf(value) }
      }),
    ),
  )
}

type Values = {
  /** The 75th percentiles. */
  values: Partial<Record<Metric, number>>
  /** Measurements of the metric that was measured most often. */
  count: number
}

type Row = Bin & { metric: Metric }

/** Summarizes rows by what `keyOf` returns. Percentiles cannot be combined, so it starts from the buckets each time. */
function summarize<R extends Row, Key extends object>(rows: readonly R[], keyOf: (row: R) => Key): (Key & Values)[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  return [...groups.values()].map((group) => {
    const metrics = [...Map.groupBy(group, ({ metric }) => metric)]
    const counts = metrics.map(([, bins]) => bins.reduce((sum, { count }) => sum + count, 0))
    const values: Values['values'] = Object.fromEntries(metrics.map(([name, bins]) => [name, percentile(bins, 0.75)]))
    return { ...keyOf(group[0] as R), values, count: Math.max(...counts) }
  })
}

/** The number of routes that are read, the most measured first. */
export const ROUTES = 100

/** The number of pairs of a state and waits that are read, the most measured first: visitors' reports name them. */
const WAYS = 30

/**
 * Reads the 75th percentiles: `types` by the type of the navigation; `soft` those of soft navigations by the state of
 * their prefetch entry and what they waited for, the `WAYS` most frequent pairs; and `routes` by route, for visits of
 * one kind. `more` is true if there are more routes than `ROUTES`.
 *
 * @param days the period, today included
 * @param now milliseconds since 1970
 */
export async function readVitals(
  { db }: ReportDatabase,
  { days, visits, now }: { days: number; visits: Visits; now: number },
) {
  const since = Number(dayOf(now)) - days
  const ofPeriod = db.selectFrom('vitals_by_type').where('day', '>', since)
  const sum = sql<number | string>`sum(count)`.as('count')
  const byType = await ofPeriod
    .where('metric', '<>', 'navigation')
    .select(['metric', 'navigation_type', 'bucket', sum])
    .groupBy(['metric', 'navigation_type', 'bucket'])
    .execute()
  const ofSoft = ofPeriod.where('navigation_type', '=', 'soft-navigation')
  const ways = await ofSoft
    .select(['found', 'waited'])
    .groupBy(['found', 'waited'])
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .limit(WAYS)
    .execute()
  const byWay = await ofSoft
    .select(['metric', 'found', 'waited', 'bucket', sum])
    .where((where) => {
      const pairs = ways.map((way) => where.tuple(way.found, way.waited))
      // Without pairs the list would be empty, which is no SQL.
      return where(where.refTuple('found', 'waited'), 'in', [where.tuple('', '-'), ...pairs])
    })
    .groupBy(['metric', 'found', 'waited', 'bucket'])
    .execute()
  const ofVisits = ofPeriod.where('metric', '<>', 'navigation').where('navigation_type', 'in', TYPES_OF[visits])
  const routes = await ofVisits
    .select('route')
    .groupBy('route')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .orderBy('route')
    .limit(ROUTES + 1)
    .execute()
  const names = routes.slice(0, ROUTES).map(({ route }) => route)
  const byRoute = await ofVisits
    .select(['metric', 'route', 'bucket', sum])
    .where('route', 'in', ['', ...names])
    .groupBy(['metric', 'route', 'bucket'])
    .execute()
  const toNumbers = <R extends { count: number | string }>(rows: R[]) =>
    rows.map((row) => ({ ...row, count: Number(row.count) }))
  const rank = (found: string | undefined) => PREFETCH_OUTCOMES.findIndex((state) => state === found)
  return {
    types: summarize(toNumbers(byType), ({ navigation_type: type }) => ({ type })).toSorted(
      (a, b) => NAVIGATION_TYPES.indexOf(a.type) - NAVIGATION_TYPES.indexOf(b.type),
    ),
    soft: summarize(toNumbers(byWay), ({ found, waited }) => ({
      found: PREFETCH_OUTCOMES.find((state) => state === found),
      waited,
    })).toSorted((a, b) => rank(a.found) - rank(b.found) || (a.waited < b.waited ? -1 : 1)),
    routes: summarize(toNumbers(byRoute), ({ route }) => ({ route })).toSorted((a, b) => b.count - a.count),
    more: routes.length > ROUTES,
  }
}
