import { STORE } from '#app/error-reports/limits.ts'

/** Splits rows with the same columns into parts, each small enough for one statement. Pure. */
export function chunksOf<Row extends object>(rows: readonly Row[]): Row[][] {
  const columns = Math.max(1, Object.keys(rows[0] ?? {}).length)
  const size = Math.floor(STORE.parameters / columns)
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}
