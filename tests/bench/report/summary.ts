import { type Comparison, isComparison } from '#tests/bench/measurement.ts'
import { ROWS, type Row } from '#tests/bench/report/rows.ts'
import type { Results } from '#tests/bench/results.ts'
import { median } from '#tests/bench/statistics.ts'

export const OURS = 'fairlead'

/** Names of the alternatives in the table. */
export const PEERS: Readonly<Record<string, string>> = {
  next: 'Next.js',
  'next-cache': 'Next.js PPR',
  vinext: 'vinext',
  'react-router': 'React Router',
  'tanstack-start': 'TanStack Start',
}

/** Fairlead without redirects, and the peers that have no table of them. */
const NO_RULES = 'fairlead-no-rules'
const WITHOUT_TABLE: readonly string[] = ['react-router', 'tanstack-start']

/** Reference servers, which show a limit. */
export const LIMITS: readonly string[] = ['node-http', 'react']

/** `timesAsGood` is Fairlead's figure against this one, run by run: below 1 Fairlead is behind. Not there where one is 0. */
export type Cell = { median: number; timesAsGood?: number }

export type Line = Row & {
  unit: string
  better: Comparison['better']
  cells: Readonly<Record<string, Cell>>
  isBehind: boolean
}

/** Closer than this, two figures are level. */
const LEVEL = 0.95

function cellOf({ runs, better }: Comparison, peer: string, values: readonly number[]): Cell {
  const ratios = values.flatMap((theirs, run) => {
    const ours = runs[OURS]?.[run]
    if (ours === undefined || ours === 0 || theirs === 0) return []
    return [better === 'less' ? theirs / ours : ours / theirs]
  })
  const cell = { median: median(values) }
  return peer === OURS || ratios.length === 0 ? cell : { ...cell, timesAsGood: median(ratios) }
}

/** Returns the ratio of a line to the best of the peers; 1 and more is not behind. */
function worst({ cells }: Line): number {
  const peers = Object.keys(PEERS).flatMap((peer) => cells[peer]?.timesAsGood ?? [])
  return Math.min(Number.POSITIVE_INFINITY, ...peers)
}

function lineOf(row: Row, found: Comparison): Line {
  const cells = Object.entries(found.runs).map(([peer, values]) => [peer, cellOf(found, peer, values)] as const)
  const line = { ...row, unit: found.unit, better: found.better, cells: Object.fromEntries(cells), isBehind: false }
  return { ...line, isBehind: worst(line) < LEVEL }
}

/**
 * Returns the line of a figure, with Fairlead's redirects. Where Fairlead is behind only without them, a second line
 * compares it so with the peers that have no table of redirects.
 */
function formsOf(row: Row, { runs, ...found }: Comparison): Line[] {
  const { variant } = row
  if (variant) {
    const { [OURS]: own, [variant.runs]: theirs } = runs
    return own && theirs ? [lineOf(row, { ...found, runs: { [OURS]: own, [variant.peer]: theirs } })] : []
  }
  const { [NO_RULES]: ours, ...all } = runs
  const line = lineOf(row, { ...found, runs: all })
  if (!ours) return [line]
  const theirs = WITHOUT_TABLE.flatMap((peer) => (all[peer] ? [[peer, all[peer]] as const] : []))
  const { chart: _, ...rest } = row
  const without = { ...rest, label: `${row.label}, no redirects` }
  const second = lineOf(without, { ...found, runs: { [OURS]: ours, ...Object.fromEntries(theirs) } })
  return second.isBehind && !line.isBehind ? [line, second] : [line]
}

function figureOf({ part, figure: name }: Row, { parts }: Results): Comparison | undefined {
  const figures = (parts[part]?.figures ?? []).filter(isComparison)
  return figures.find((found) => found.name === name || (name === 'memory after' && found.name.startsWith(name)))
}

/** The rows of which there are figures: first those where Fairlead is behind, the farthest first. */
export function summarize(results: Results): Line[] {
  const lines = ROWS.flatMap((row): Line[] => {
    const found = figureOf(row, results)
    return found?.runs[OURS] ? formsOf(row, found) : []
  })
  const behind = lines.filter(({ isBehind }) => isBehind).toSorted((a, b) => worst(a) - worst(b))
  return [...behind, ...lines.filter(({ isBehind }) => !isBehind)]
}

/** The rows and peers of which there are no figures, by their names: they are new, or their code has changed since. */
export function unmeasured({ parts }: Results): string[] {
  const labels = new Set(summarize({ parts }).map(({ label }) => label))
  const rows = ROWS.filter(({ label }) => !labels.has(label)).map(({ label }) => label)
  const figures = Object.values(parts).flatMap((part) => part.figures.filter(isComparison))
  const peers = Object.entries(PEERS).filter(([peer]) => !figures.some(({ runs }) => peer in runs))
  return [...peers.map(([, name]) => name), ...rows]
}

/** No line ends within a number. */
const THOUSANDS = '\u00a0'

/** `36`, `1 234`, `0.42`: as many digits as mean something, and whole numbers from a hundred on. */
export function figure(value: number, digits = 3): string {
  if (Math.abs(value) >= 100) {
    return Math.round(value)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, THOUSANDS)
  }
  return String(Number(value.toPrecision(digits)))
}
