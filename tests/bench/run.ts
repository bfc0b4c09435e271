// The bench: `npm run bench` for the default set, `-- --all` for everything at length, `-- status bytes` for some parts.
//
// peers/         the same pages built with Fairlead and with what a team would pick instead; shared/ is their markup
// comparison/    puts the peers together, builds, starts and measures them: one file for each part that compares
// results/       latest.json, merged by part: figures of a part stay until that part is measured again; rows.md has all rows
// report/        makes rows.md, and what the README and the handbook show, of latest.json and nothing else
// the other files are parts that measure Fairlead alone
//
// Compared servers are measured in one run and in turn, so that a slow machine is slow for all; servers have the first
// core, and what asks them the second. Exit code 1 when a figure misses its aim.
import { measureBytes } from '#tests/bench/bytes.ts'
import { measureDesk } from '#tests/bench/desk.ts'
import { measureLighthouse } from '#tests/bench/lighthouse.ts'
import { measureLocalizedLinks } from '#tests/bench/localized-links.ts'
import { type Comparison, type Figure, isComparison, type Task } from '#tests/bench/measurement.ts'
import { writeReport } from '#tests/bench/report/write.ts'
import { keepPart } from '#tests/bench/results.ts'
import { measureBuild } from '#tests/bench/comparison/build.ts'
import { measureClick } from '#tests/bench/comparison/click.ts'
import { measureGrowth } from '#tests/bench/comparison/growth.ts'
import { measureList } from '#tests/bench/comparison/list.ts'
import { measurePrefetch } from '#tests/bench/comparison/prefetch.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { measureServer } from '#tests/bench/comparison/server.ts'
import { median, round2 } from '#tests/bench/statistics.ts'
import { measureStatus } from '#tests/bench/status.ts'
import { startServer } from '#tests/harness/start-server.ts'

type Part = { measure: (task: Task) => Figure[] | Promise<Figure[]>; isLong?: true }

const PARTS: Record<string, Part> = {
  status: { measure: measureStatus },
  bytes: { measure: measureBytes },
  prefetch: { measure: measurePrefetch },
  click: { measure: measureClick },
  server: { measure: measureServer },
  list: { measure: measureList },
  growth: { measure: measureGrowth },
  build: { measure: measureBuild },
  links: { measure: measureLocalizedLinks },
  // Only when they are asked for: they compare with none of the peers, and the desk is filled with a million reports.
  desk: { measure: measureDesk, isLong: true },
  lighthouse: { measure: measureLighthouse, isLong: true },
}

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
function print(figures: readonly Figure[]): number {
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

const ALL = '--all'
const asked = process.argv.slice(2)
const thorough = asked.includes(ALL)
const named = asked.filter((word) => word !== ALL)
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no part of the bench; there are ${Object.keys(PARTS).join(', ')}, and ${ALL}`)
  process.exit(1)
}
const parts = Object.entries(PARTS).filter(([name, { isLong }]) =>
  named.length > 0 ? named.includes(name) : thorough || !isLong,
)
const command = ['npm run bench', ...(asked.length > 0 ? ['--', ...asked] : [])].join(' ')

// Servers that were started are ended then too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

let missed = 0
const failed: string[] = []
{
  await using server = await startServer()
  for (const [name, { measure }] of parts) {
    say(name)
    try {
      const figures = await measure({ origin: server.origin, thorough })
      keepPart(name, figures, command)
      missed += print(figures)
    } catch (fault) {
      // The other parts stand for themselves.
      console.error(fault)
      failed.push(name)
    }
  }
}
writeReport()
say(failed.length > 0 ? `${failed.join(', ')} failed` : 'done')
if (missed + failed.length > 0) process.exitCode = 1
