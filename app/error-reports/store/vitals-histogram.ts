import type { Measurement, Metric } from '#app/error-reports/envelope/measurements.ts'
import { dayOf } from '#app/error-reports/store/facet-counts.ts'

/** The width of a bucket: each begins 5 % above the last, so a percentile is accurate to about 3 %. */
const STEP = Math.log(1.05)

/** The bucket of zero, which has no logarithm. The smallest layout shift that counts is far above. */
const ZERO_BUCKET = -1_000

/** Returns the bucket of a value. */
export function bucketOf(value: number): number {
  return value <= 0 ? ZERO_BUCKET : Math.max(ZERO_BUCKET + 1, Math.round(Math.log(value) / STEP))
}

/** Returns the middle of a bucket. */
export function valueOf(bucket: number): number {
  return bucket === ZERO_BUCKET ? 0 : Math.exp(bucket * STEP)
}

/** A bucket and the number of measurements in it. */
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

/** A row of the table `vitals`. */
export type MeasurementRow = { day: number; metric: Metric; route: string; found: string } & Bin

/** Counts measurements by bucket, sorted so that all processes lock rows in the same order. */
export function measurementRows(
  records: readonly { receivedAt: number; measurements: readonly Measurement[] }[],
): MeasurementRow[] {
  const rows = new Map<string, MeasurementRow>()
  for (const { receivedAt, measurements } of records) {
    for (const { metric, route, outcome: found, value } of measurements) {
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
