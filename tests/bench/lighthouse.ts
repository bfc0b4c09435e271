import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { workFolder } from '#tests/bench/comparison/peers.ts'
import { installPeer } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { freePort } from '#tests/harness/free-port.ts'
import type { Measurement, Task } from '#tests/bench/measurement.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { launchOptions } from '#fairlead/testing/chromium.ts'

const PAGES = ['/', '/handbook', '/lab']
/** Arguments of Lighthouse for each: network, processor and window. */
const DEVICES = { mobile: [], desktop: ['--preset=desktop'] }
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const RUNS = 3
/** Longest report in bytes: it has pictures of the page. */
const MAX_BYTES = 50_000_000

const execute = promisify(execFile)

/** The members of Lighthouse's report that are read. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
  runtimeError?: { message: string }
}

/** Returns what costs a category points, one line each. */
function faults({ audits, categories }: Report, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { title, score, displayValue = '' } = audits[id] ?? {}
    return weight > 0 && typeof score === 'number' && score < 0.995
      ? [`${id}: ${title} ${displayValue} (${score})`]
      : []
  })
}

/** Runs Lighthouse in the Chromium at a port; once more when the trace of the page could not be recorded. */
async function audit(url: string, port: number, device: readonly string[], tries = 2): Promise<Report> {
  const cli = join(workFolder('lighthouse'), 'node_modules/lighthouse/cli/index.js')
  const args = [
    cli,
    url,
    `--port=${port}`,
    '--quiet',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...device,
  ]
  const { stdout } = await execute(process.execPath, args, { maxBuffer: MAX_BYTES })
  const report = JSON.parse(stdout) as Report
  if (!report.runtimeError) return report
  if (tries > 1) return audit(url, port, device, tries - 1)
  throw new Error(`${url}: ${report.runtimeError.message}`)
}

/**
 * Measures Lighthouse's scores, as points below 100, on a phone and on a desktop computer: the median of three runs, one
 * page at a time. Prints what costs points.
 */
export async function measureLighthouse({ origin }: Task): Promise<Measurement[]> {
  await installPeer('lighthouse')
  const port = await freePort()
  const { args = [], ...options } = launchOptions()
  await using _browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] })
  const figures: Measurement[] = []
  for (const [device, settings] of Object.entries(DEVICES)) {
    for (const path of PAGES) {
      const runs: Report[] = []
      for (let run = 0; run < RUNS; run++) {
        runs.push(await audit(origin + path, port, settings))
      }
      for (const category of CATEGORIES) {
        const missing = median(runs.map(({ categories }) => 100 - 100 * (categories[category]?.score ?? 0)))
        const name = `${path} on ${device}, ${category}: points below 100`
        figures.push({ name, value: rounded(missing), unit: 'points', aim: 0 })
        for (const fault of new Set(runs.flatMap((run) => faults(run, category)))) say(`  ${name}: ${fault}`)
      }
    }
  }
  return figures
}
