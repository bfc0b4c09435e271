/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** With one decimal, which is as much as these measurements are worth. */
export function rounded(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals))
}

/** Rounds to the digits that mean something. */
export const round2 = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(2)))
