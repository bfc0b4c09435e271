import { round2 } from '#tests/bench/statistics.ts'

/** One figure of the bench. `aim` is what it should stay within; a figure without one is for information. */
export type Measurement = {
  name: string
  value: number
  unit: string
  aim?: number
}

/**
 * One thing measured with several peers, in turn: the n-th runs of all were taken after one another, so ratios are taken
 * run by run. A peer that has no such thing is left out.
 *
 * "Processor time a request" is what a server and the processes that it has started used on all cores (user and system
 * time, from `/proc/<pid>/stat` of its process tree, in ticks of 10 ms), divided by the requests that were answered
 * meanwhile. Other programs on the machine disturb it far less than requests a second. Only Linux has it.
 */
export type Comparison = {
  name: string
  unit: string
  better: 'less' | 'more'
  /** Every run of each peer. */
  runs: Readonly<Record<string, readonly number[]>>
}

export type Figure = Measurement | Comparison

export function isComparison(figure: Figure): figure is Comparison {
  return 'runs' in figure
}

/** Options of a part: Fairlead's origin, and if all variants are measured. */
export type Task = { origin: string; thorough: boolean }

/** Gathers runs of several figures that are taken together. */
export function gather() {
  const found = new Map<string, Comparison & { runs: Record<string, number[]> }>()
  return {
    add: (name: string, unit: string, better: Comparison['better'], peer: string, value: number): void => {
      const comparison = found.get(name) ?? { name, unit, better, runs: {} }
      found.set(name, comparison)
      ;(comparison.runs[peer] ??= []).push(round2(value))
    },
    all: (): Comparison[] => [...found.values()],
  }
}
