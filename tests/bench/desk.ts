// Measures the desk's response times with a million events in ten thousand groups: `npm run bench desk`, or alone with
// `DESK_EVENTS=100000 node tests/bench/desk.ts sqlite` to try one database with fewer.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { EVENTS, fill } from '#tests/bench/desk-fill.ts'
import { PAGES, TOTAL_REQUESTS } from '#tests/bench/desk-requests.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { withProcessorTime } from '#tests/bench/processor-time.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { launchOptions } from '#tests/harness/chromium.ts'
import { root } from '#tests/harness/project-files.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'
import { startServer } from '#tests/harness/start-server.ts'

const TOKEN = 'the-token-of-the-bench'
const AIM_MS = 50

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ token: TOKEN })
  const page = await (await fetch(`${origin}/reports`)).text()
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
  const url = origin + action.replaceAll('&amp;', '&')
  const { headers } = await fetch(url, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

/** Returns the times of a page's requests, the shortest first. */
async function timesOf(origin: string, cookie: string, page: string): Promise<number[]> {
  const program = join(root, 'tests/bench/desk-requests.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, origin, cookie, page])
  return (JSON.parse(stdout) as number[]).toSorted((a, b) => a - b)
}

async function inChromium(origin: string, flavour: string): Promise<Measurement[]> {
  await using browser = await chromium.launch(launchOptions())
  const timesOfSteps: Record<string, number[]> = {}
  const step = async (name: string, take: () => Promise<void>) => {
    const since = performance.now()
    await take()
    ;(timesOfSteps[name] ??= []).push(performance.now() - since)
  }
  for (let run = 0; run < 7; run++) {
    const page = await (await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })).newPage()
    await page.goto('/reports')
    await page.locator('main input[name=token]').fill(TOKEN)
    await page.locator('main form button').click()
    await page.locator('main [data-problem]').first().waitFor()
    await step('first load of the list', async () => {
      await page.goto('/reports')
      await page.locator('main [data-problem]').first().waitFor()
    })
    await page.waitForTimeout(1_500)
    await step('opening a report over the list', async () => {
      await page.locator('main [data-problem] a').nth(3).click()
      await page.locator('dialog[open] h1').waitFor()
    })
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await step('typing a search, with its pause of 250 ms', async () => {
      await page.locator('main input[name=q]').fill('anchor')
      await page.waitForURL('**q=anchor')
    })
    await page.context().close()
  }
  return Object.entries(timesOfSteps).map(([name, times]) => ({
    name: `${flavour}, Chromium: ${name}, median`,
    value: rounded(median(times)),
    unit: 'ms',
  }))
}

async function measure(flavour: 'sqlite' | 'postgres'): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-desk-bench-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = flavour === 'postgres' ? await startPostgres() : undefined
  stack.defer(() => postgres?.stop())
  const databaseUrl = await postgres?.newDatabase()
  const store = await openDatabase({ dataDir: folder, databaseUrl })
  await fill(store, Date.now())
  await store.db.destroy()
  const where = databaseUrl === undefined ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl }
  const server = stack.use(
    await startServer({
      env: { ...where, OPERATOR_TOKEN: TOKEN, RETENTION_DAYS: '365', RETENTION_BYTES: '100000000000' },
    }),
  )
  const cookie = await signIn(server.origin)
  const measurements: Measurement[] = []
  for (const name of Object.keys(PAGES)) {
    const { process: child, origin } = server
    const { result: times, processor } = await withProcessorTime(child.pid, () => timesOf(origin, cookie, name))
    const figure = (percent: number) => ({
      name: `${flavour}, ${EVENTS} events: ${name}, p${percent}`,
      value: rounded(times[Math.ceil((times.length * percent) / 100) - 1] ?? Number.NaN),
      unit: 'ms',
      aim: AIM_MS,
    })
    measurements.push(figure(50), figure(99))
    // Node's time alone: SQLite runs in it, PostgreSQL does not.
    if (processor !== undefined)
      measurements.push({
        name: `${flavour}, ${EVENTS} events: ${name}, processor time a request`,
        value: rounded(processor / TOTAL_REQUESTS),
        unit: 'ms',
      })
  }
  return [...measurements, ...(await inChromium(server.origin, flavour))]
}

/** The desk's answers on both databases. */
export async function measureDesk(): Promise<Measurement[]> {
  return [...(await measure('sqlite')), ...(await measure('postgres'))]
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  for (const flavour of (['sqlite', 'postgres'] as const).filter((one) => asked.length === 0 || asked.includes(one))) {
    for (const { name, value, unit } of await measure(flavour)) {
      console.log(`${name.padEnd(90)}${String(value).padStart(10)} ${unit}`)
    }
  }
}
