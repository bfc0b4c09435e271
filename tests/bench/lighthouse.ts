import lighthouse, { type Config, desktopConfig, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { say } from '#tests/bench/comparison/progress.ts'
import { freePort } from '#tests/bench/comparison/start.ts'
import type { Measurement, Task } from '#tests/bench/measurement.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { launchOptions } from '#tests/harness/chromium.ts'

const PAGES = ['/', '/handbook', '/lab']
/** Lighthouse's own settings of each: network, processor and window. */
const DEVICES = { mobile: undefined, desktop: desktopConfig }
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const RUNS = 3

/** Returns what costs a category points, one line each. */
function faults({ audits, categories }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { title, score, displayValue = '' } = audits[id] ?? {}
    return weight > 0 && typeof score === 'number' && score < 0.995
      ? [`${id}: ${title} ${displayValue} (${score})`]
      : []
  })
}

/** Runs Lighthouse in the Chromium at a port; once more when the trace of the page could not be recorded. */
async function audit(url: string, port: number, config: Config | undefined, tries = 2): Promise<Result> {
  const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: CATEGORIES }, config)
  if (result && !result.lhr.runtimeError) return result.lhr
  if (tries > 1) return audit(url, port, config, tries - 1)
  throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result of Lighthouse'}`)
}

/**
 * Measures Lighthouse's scores, as points below 100, on a phone and on a desktop computer: the median of three runs, one
 * page at a time. Prints what costs points.
 */
export async function measureLighthouse({ origin }: Task): Promise<Measurement[]> {
  const port = await freePort()
  const { args = [], ...options } = launchOptions()
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] })
  const figures: Measurement[] = []
  try {
    for (const [device, config] of Object.entries(DEVICES)) {
      for (const path of PAGES) {
        const runs: Result[] = []
        for (let run = 0; run < RUNS; run++) {
          runs.push(await audit(origin + path, port, config))
        }
        for (const category of CATEGORIES) {
          const missing = median(runs.map(({ categories }) => 100 - 100 * (categories[category]?.score ?? 0)))
          const name = `${path} on ${device}, ${category}: points below 100`
          figures.push({ part: 'lighthouse', name, value: rounded(missing), unit: 'points', aim: 0 })
          for (const fault of new Set(runs.flatMap((run) => faults(run, category)))) say(`  ${name}: ${fault}`)
        }
      }
    }
    return figures
  } finally {
    await browser.close()
  }
}
