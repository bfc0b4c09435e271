import type { Measurement, Metric } from '#app/error-reports/envelope/measurements.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'

export type { Metric }

/** Each bucket begins a twentieth above the last, so a percentile is right to within three in a hundred. */
const STEP = Math.log(1.05)

/** Where zero goes, which has no logarithm. The smallest layout shift that counts is far above. */
const ZERO = -1_000

/** The bucket of a value. */
export function bucketOf(value: number): number {
  return value <= 0 ? ZERO : Math.max(ZERO + 1, Math.round(Math.log(value) / STEP))
}

/** The middle of a bucket. */
export function valueOf(bucket: number): number {
  return bucket === ZERO ? 0 : Math.exp(bucket * STEP)
}

/** How many measurements fell into a bucket. */
export type Bin = { bucket: number; count: number }

/** The value that `share` (0 to 1) of all measurements do not exceed; `undefined` where there are none. */
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

export type MeasurementRow = { day: number; metric: Metric; route: string; found: string } & Bin

/** Counts measurements: one row for each bucket, in one order for all processes. */
export function measurementRows(
  records: readonly { receivedAt: number; measurements: readonly Measurement[] }[],
): MeasurementRow[] {
  const rows = new Map<string, MeasurementRow>()
  for (const { receivedAt, measurements } of records) {
    for (const { metric, route, found, value } of measurements) {
      const day = Number(dayOf(receivedAt))
      const bucket = bucketOf(value)
      const key = [day, metric, route, found, bucket].join('\0')
      const row = rows.get(key)
      if (row) row.count++
      else rows.set(key, { day, metric, route, found, bucket, count: 1 })
    }
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
