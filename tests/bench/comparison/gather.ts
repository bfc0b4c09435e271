import type { Comparison } from '#tests/bench/measurement.ts'

/** Rounds to the digits that mean something. */
export const round2 = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(2)))

/** Gathers runs of several figures that are taken together. */
export function gather(part: string) {
  const found = new Map<string, Comparison & { runs: Record<string, number[]> }>()
  return {
    add: (name: string, unit: string, better: Comparison['better'], peer: string, value: number): void => {
      const comparison = found.get(name) ?? { part, name, unit, better, runs: {} }
      found.set(name, comparison)
      ;(comparison.runs[peer] ??= []).push(round2(value))
    },
    all: (): Comparison[] => [...found.values()],
  }
}
