// How fast the desk answers with a million events in ten thousand groups: `npm run bench desk`, or by itself with
// `DESK_EVENTS=100000 node tests/bench/desk.ts` to try it with fewer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { sql } from 'kysely'
import { openStore, type Store } from '#app/monitoring/store/open.server.ts'
import { TALLIED } from '#app/monitoring/store/tallies.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { launchOptions } from '#tests/browser/chromium.ts'
import { errorEvent } from '#tests/monitoring/envelopes.ts'
import { startPostgres } from '#tests/monitoring/postgres.ts'
import { serve, type Server } from '#tests/serve.ts'

const EVENTS = Number(process.env.DESK_EVENTS ?? 1_000_000)
const GROUPS = Math.max(1, EVENTS / 100)
const CHUNK = 1_000
const REQUESTS = 200
const TOKEN = 'the-token-of-the-bench'
const AIM_MS = 50
const DAY_MS = 86_400_000

const KINDS = ['TypeError', 'RangeError', 'Error', 'SyntaxError', 'ChunkLoadError']
const WORDS = ['anchor', 'buoy', 'channel', 'draught', 'ebb', 'fathom', 'gale', 'harbour', 'island', 'jetty']

/** Numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const hex = (number: number): string => number.toString(16)
const idOf = (index: number): string => hex(index).padStart(32, '0')
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const digestOf = (index: number): string =>
  Array.from({ length: 10 }, (_, at) => ALPHABET[Math.floor((index * 7_919) / 30 ** (at % 5) + at * 11) % 30]).join('')

/** Some groups have many reports and most few, as it is in life; a tenth of all come from one hundredth of the groups. */
function groupOf(random: () => number): number {
  return Math.floor(random() ** 1.5 * GROUPS)
}

/** Rows as accepting the envelopes would have written them, written in bulk: a million requests would take an hour. */
async function fill({ db }: Store, now: number): Promise<void> {
  const random = seeded(7)
  const body = (id: string) => {
    const payload = JSON.stringify(errorEvent(id))
    return Buffer.from(`{"type":"event","length":${payload.length}}\n${payload}`)
  }
  for (let from = 0; from < EVENTS; from += CHUNK) {
    const indexes = Array.from({ length: Math.min(CHUNK, EVENTS - from) }, (_, offset) => from + offset)
    const reports = indexes.map((index) => {
      const group = groupOf(random)
      const at = now - Math.floor((1 - index / EVENTS) * 20 * DAY_MS)
      return {
        id: idOf(index + 1),
        envelope: index + 1,
        received_at: at,
        at,
        side: group % 2 ? ('browser' as const) : ('server' as const),
        kind: KINDS[group % KINDS.length] ?? 'Error',
        level: 'error',
        message: `the ${WORDS[group % 10]} ${WORDS[Math.floor(group / 10) % 10]} failed for ${hex(group)}`,
        fingerprint: hex(group).padStart(16, '0'),
        digest: digestOf(index),
        route: `/{-$locale}/page${group % 40}`,
        release: `fairlead@0.1.0+${hex(Math.floor(index / (EVENTS / 8)))}`,
        environment: 'production',
        trace_id: idOf(index + 77),
        browser: `Firefox ${130 + (group % 12)}`,
        locale: 'en',
        tab: `tab-${Math.floor(random() * EVENTS)}`,
      }
    })
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('envelopes')
        .values(
          reports.map(({ id, envelope, received_at: at, trace_id: traceId }) => ({
            id: envelope,
            key: `event:${id}`,
            kind: 'error' as const,
            event_id: id,
            trace_id: traceId,
            received_at: at,
            header: '{}',
            body: body(id),
            size: 2_000,
            user_agent: null,
            origin: null,
          })),
        )
        .execute()
      await transaction.insertInto('reports').values(reports).execute()
    })
  }
  await sql`insert into problems (fingerprint, side, kind, message, route, state, state_at, count, first_at, last_at, first_release, last_release)
    select fingerprint, min(side), min(kind), min(message), min(route), 'open', min(at), count(*), min(at), max(at), min(release), max(release)
    from reports group by fingerprint`.execute(db)
  for (const name of TALLIED) {
    const value = name === 'day' ? sql`cast(received_at / 86400000 as text)` : sql.ref(name)
    await sql`insert into tallies (fingerprint, name, value, count)
      select fingerprint, ${sql.lit(name)}, ${value}, count(*) from reports group by fingerprint, ${value}`.execute(db)
  }
  await sql`analyze`.execute(db)
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ token: TOKEN })
  const { headers } = await fetch(`${origin}/reports/session`, { method: 'POST', body, redirect: 'manual' })
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

/** The whole answer of the server, document and all, one request after the other. */
async function timed(origin: string, cookie: string, pathOf: (index: number) => string): Promise<number[]> {
  const times: number[] = []
  for (let index = -5; index < REQUESTS; index++) {
    const since = performance.now()
    const response = await fetch(`${origin}${pathOf(index)}`, { headers: { cookie } })
    await response.text()
    if (!response.ok) throw new Error(`${pathOf(index)} answered ${response.status}`)
    if (index >= 0) times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}

const PAGES: [name: string, pathOf: (index: number) => string][] = [
  ['list', () => '/reports'],
  [
    'list, filtered by route and release',
    (index) => `/reports?route=/{-$locale}/page${Math.abs(index) % 40}&release=fairlead@0.1.0%2B7`,
  ],
  ['list, by count', () => '/reports?sort=count'],
  ['search', (index) => `/reports?q=${WORDS[Math.abs(index) % 10]}+${WORDS[Math.abs(index * 3) % 10]}`],
  [
    'look-up of a digest',
    (index) => `/reports/find?id=${digestOf(Math.floor(((index + 5) * EVENTS) / (REQUESTS + 5)))}`,
  ],
  ['report', (index) => `/reports/${idOf(1 + Math.floor(((index + 5) * EVENTS) / (REQUESTS + 5)))}`],
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
    const store = await openStore({ dataDir: folder, databaseUrl })
    await fill(store, Date.now())
    await store.db.destroy()
    const where = databaseUrl === undefined ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl }
    server = await serve({
      env: { ...where, OPERATOR_TOKEN: TOKEN, RETENTION_DAYS: '365', RETENTION_BYTES: '100000000000' },
    })
    const cookie = await signIn(server.origin)
    const measurements: Measurement[] = []
    for (const [name, pathOf] of PAGES) {
      const times = await timed(server.origin, cookie, pathOf)
      const figure = (percent: number) => ({
        part: 'desk',
        name: `${flavour}, ${EVENTS} events: ${name}, p${percent}`,
        value: rounded(times[Math.ceil((times.length * percent) / 100) - 1] ?? Number.NaN),
        unit: 'ms',
        aim: AIM_MS,
      })
      measurements.push(figure(50), figure(99))
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
  for (const flavour of ['sqlite', 'postgres'] as const) {
    for (const { name, value, unit } of await measure(flavour)) {
      console.log(`${name.padEnd(90)}${String(value).padStart(10)} ${unit}`)
    }
  }
}
