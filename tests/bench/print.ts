import { type Comparison, type Figure, isComparison } from '#tests/bench/measurement.ts'
import { round2 } from '#tests/bench/comparison/gather.ts'
import { median } from '#tests/bench/statistics.ts'

/** `home  Fairlead 12 (11–14) · Next.js 30 (28–31), 2.5 times` */
function lineOf({ name, unit, runs }: Comparison): string {
  const ours = median(runs.fairlead ?? [])
  const peers = Object.entries(runs).map(([peer, values]) => {
    const middle = median(values)
    const ratio = peer === 'fairlead' || !(ours > 0) ? '' : ` ×${(middle / ours).toFixed(2)}`
    return `${peer} ${round2(middle)} (${Math.min(...values)}–${Math.max(...values)})${ratio}`
  })
  return `${name} [${unit}]\n    ${peers.join('  ·  ')}`
}

/** Prints figures and how they stand to their aims; returns how many miss theirs. */
export function print(figures: readonly Figure[]): number {
  let missed = 0
  for (const figure of figures) {
    if (isComparison(figure)) {
      console.log(lineOf(figure))
      continue
    }
    const { name, value, unit, aim } = figure
    const within = aim === undefined || value <= aim
    if (!within) missed += 1
    const verdict = aim === undefined ? '' : `  ${within ? 'within' : 'MISSES'} ${aim} ${unit}`
    console.log(`${name.padEnd(66)}${String(value).padStart(10)} ${unit}${verdict}`)
  }
  return missed
}
