// Measures the desk's response times with a million events in ten thousand groups: `npm run bench desk`, or by itself with
// `DESK_EVENTS=100000 node tests/bench/desk.ts sqlite` to try one database with fewer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { CRUMBS, digestOf, EVENTS, fill, idOf, WORDS } from '#tests/bench/desk-fill.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { withProcessorTime } from '#tests/bench/processor-time.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { launchOptions } from '#tests/harness/chromium.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

const REQUESTS = 500
/** Requests of each page that are not measured: engines compile what is used often, and a desk runs for weeks. */
const WARM_UP = 200
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

/** The whole answer of the server, document and all, one request after the other. */
async function timed(origin: string, cookie: string, pathOf: (index: number) => string): Promise<number[]> {
  const times: number[] = []
  for (let index = -WARM_UP; index < REQUESTS; index++) {
    const since = performance.now()
    const response = await fetch(`${origin}${pathOf(index)}`, { headers: { cookie } })
    await response.text()
    if (!response.ok) throw new Error(`${pathOf(index)} answered ${response.status}`)
    if (index >= 0) times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}

const word = (words: readonly string[], index: number) => words[Math.abs(index) % words.length]

const PAGES: [name: string, pathOf: (index: number) => string][] = [
  ['list', () => '/reports'],
  [
    'list, filtered by route and release',
    (index) => `/reports?route=/{-$locale}/page${Math.abs(index) % 40}&release=fairlead@0.1.0%2B7`,
  ],
  ['list, by count', () => '/reports?sort=count'],
  ['search for two words of messages', (index) => `/reports?q=${word(WORDS, index)}+${word(WORDS, index * 3)}`],
  ['search for what only breadcrumbs have', (index) => `/reports?q=${word(CRUMBS, index)}`],
  [
    'look-up of a digest',
    (index) => `/reports/find?id=${digestOf(Math.floor(((index + WARM_UP) * EVENTS) / (REQUESTS + WARM_UP)))}`,
  ],
  ['report', (index) => `/reports/${idOf(1 + Math.floor(((index + WARM_UP) * EVENTS) / (REQUESTS + WARM_UP)))}`],
  ['delivery', () => '/reports/delivery'],
  ['vitals', () => '/reports/vitals'],
]

async function inChromium(origin: string, flavour: string): Promise<Measurement[]> {
  const browser = await chromium.launch(launchOptions())
  const loads: number[] = []
  const opens: number[] = []
  const searches: number[] = []
  for (let run = 0; run < 7; run++) {
    const page = await (await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })).newPage()
    await page.goto('/reports')
    await page.locator('main input[name=token]').fill(TOKEN)
    await page.locator('main form button').click()
    await page.locator('main [data-problem]').first().waitFor()
    let since = performance.now()
    await page.goto('/reports')
    await page.locator('main [data-problem]').first().waitFor()
    loads.push(performance.now() - since)
    await page.waitForTimeout(1_500)
    since = performance.now()
    await page.locator('main [data-problem] a').nth(3).click()
    await page.locator('dialog[open] h1').waitFor()
    opens.push(performance.now() - since)
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    since = performance.now()
    await page.locator('main input[name=q]').fill('anchor')
    await page.waitForURL('**q=anchor')
    searches.push(performance.now() - since)
    await page.context().close()
  }
  await browser.close()
  const figures: [string, number[]][] = [
    ['first load of the list', loads],
    ['opening a report over the list', opens],
    ['typing a search, with its pause of 250 ms', searches],
  ]
  return figures.map(([name, times]) => ({
    part: 'desk',
    name: `${flavour}, Chromium: ${name}, median`,
    value: rounded(median(times)),
    unit: 'ms',
  }))
}

async function measure(flavour: 'sqlite' | 'postgres'): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-desk-bench-'))
  const postgres = flavour === 'postgres' ? await startPostgres() : undefined
  let server: Server | undefined
  try {
    const databaseUrl = await postgres?.newDatabase()
    const store = await openDatabase({ dataDir: folder, databaseUrl })
    await fill(store, Date.now())
    await store.db.destroy()
    const where = databaseUrl === undefined ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl }
    server = await startServer({
      env: { ...where, OPERATOR_TOKEN: TOKEN, RETENTION_DAYS: '365', RETENTION_BYTES: '100000000000' },
    })
    const cookie = await signIn(server.origin)
    const measurements: Measurement[] = []
    for (const [name, pathOf] of PAGES) {
      const { process: child, origin } = server
      const { result: times, processor } = await withProcessorTime(child.pid, () => timed(origin, cookie, pathOf))
      const figure = (percent: number) => ({
        part: 'desk',
        name: `${flavour}, ${EVENTS} events: ${name}, p${percent}`,
        value: rounded(times[Math.ceil((times.length * percent) / 100) - 1] ?? Number.NaN),
        unit: 'ms',
        aim: AIM_MS,
      })
      measurements.push(figure(50), figure(99))
      // Of Node alone: SQLite runs in it, PostgreSQL does not.
      if (processor !== undefined)
        measurements.push({
          part: 'desk',
          name: `${flavour}, ${EVENTS} events: ${name}, processor time a request`,
          value: rounded(processor / (REQUESTS + WARM_UP)),
          unit: 'ms',
        })
    }
    return [...measurements, ...(await inChromium(server.origin, flavour))]
  } finally {
    await server?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
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
