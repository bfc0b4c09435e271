// Measures the desk's response times with a million events in ten thousand groups: `npm run bench desk`, or alone with
// `DESK_EVENTS=100000 node tests/bench/desk.ts sqlite` to try one database with fewer.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { EVENTS, fill } from '#tests/bench/desk-fill.ts'
import { PAGES } from '#tests/bench/desk-requests.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { rounded } from '#tests/bench/statistics.ts'
import { root } from '#tests/harness/project-files.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
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
    const times = await timesOf(server.origin, cookie, name)
    measurements.push({
      name: `${flavour}, ${EVENTS} events: ${name}, p99`,
      value: rounded(times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN),
      unit: 'ms',
      aim: AIM_MS,
    })
  }
  return measurements
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
