import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '#fairlead/database/connect.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { type Server, servedFolder, startServer, testEnvironment } from '#tests/harness/start-server.ts'
import { DATABASE_MS, ENGINES, testPlace, type TestPlace } from '#tests/harness/test-database.ts'
import { startForTest } from '#tests/harness/with-server.ts'

type Line = { time: string; msg: string; net?: number; job?: string; outcome?: string; digest?: string; route?: string }

/** Returns the lines of the logs of some servers, in the order of their times. */
function linesOf(...servers: readonly Server[]): Line[] {
  const lines = servers.flatMap(({ log }) => log.map((line) => JSON.parse(line) as Line))
  return lines.toSorted((a, b) => a.time.localeCompare(b.time))
}

const messages = (lines: readonly Line[], job: string): string[] =>
  lines.filter((line) => line.job === job).map(({ msg }) => msg)

const WAIT = { timeout: 20_000, interval: 100 }

/** Runs `jobs` of the command line in the folder that is served. */
const jobsCommand = (place: TestPlace, args: readonly string[], env: Record<string, string> = {}) =>
  runProgram(['.output/server/index.mjs', 'jobs', ...args], {
    cwd: servedFolder(),
    env: testEnvironment(place.dataDir, { ...place.env, TEST_JOBS: 'on', ...env }),
  })

describe.each(ENGINES)('a job that is asked for, beside a server on %s', { timeout: 60_000 }, (engine) => {
  let place: TestPlace
  let server: Server
  beforeAll(async () => {
    place = await testPlace(engine)
    server = await startServer({ env: { ...place.env, TEST_JOBS: 'on' } })
  }, DATABASE_MS)
  afterAll(async () => {
    await server.stop()
    place.remove()
  })
  const run = (name: string, env?: Record<string, string>) => jobsCommand(place, ['run', name], env)
  const rowOf = async (name: string) => {
    const { db } = connect<Tables>(place.location)
    const row = await db.selectFrom('job_runs').selectAll().where('name', '=', name).executeTakeFirst()
    await db.destroy()
    return row
  }

  it('runs at once with its hooks, alone, and is recorded', async () => {
    await vi.waitFor(() => expect(messages(linesOf(server), 'nightly')).toContain('job waits'), WAIT)
    expect(await rowOf('nightly')).toMatchObject({ started_at: null, outcome: null })
    const { code, out, err } = await run('nightly')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as Line).msg)).toEqual([
      'gauge starts',
      'nightly is at work',
      'job ran',
      'gauge stops',
    ])
    expect(await rowOf('nightly')).toMatchObject({ started_at: expect.any(Number) as number, outcome: 'done' })
  })

  it('that fails has a report, and exits with 1', async () => {
    const { code, out } = await run('nightly', { TIDES_UNIT: 'feet' })
    expect(code).toBe(1)
    const failed = out.split('\n').find((line) => line.includes('"failed"')) ?? ''
    expect(JSON.parse(failed)).toMatchObject({
      route: 'job nightly',
      err: { message: 'the night is measured in metres' },
    })
    expect(out).not.toContain('a report was not stored')
    expect(await rowOf('nightly')).toMatchObject({ outcome: 'failed' })
  })

  it('that the server runs, or that nobody has, exits with 1', async () => {
    await vi.waitFor(() => expect(messages(linesOf(server), 'watch')).toContain('watch begins'), WAIT)
    expect(await run('watch')).toMatchObject({ code: 1, err: 'another process runs the job watch\n' })
    const other = await run('haul')
    expect(other).toMatchObject({ code: 1, out: '' })
    expect(other.err).toMatch(/^"haul" is not a job with a schedule; allowed: .*\bnightly\b/)
  })
})

describe('jobs in two processes on one PostgreSQL', { timeout: 60_000 }, () => {
  let place: TestPlace
  let servers: Server[]

  beforeAll(async () => {
    place = await testPlace('postgres')
    const env = { ...place.env, TEST_JOBS: 'on' }
    servers = await Promise.all([startServer({ env }), startServer({ env })])
  }, DATABASE_MS)
  afterAll(async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    place.remove()
  })

  it('run once at a time, at their interval', async () => {
    await vi.waitFor(() => {
      expect(messages(linesOf(...servers), 'tick').filter((msg) => msg === 'tick ends').length).toBeGreaterThan(2)
    }, WAIT)
    const lines = linesOf(...servers)
    const marks = messages(lines, 'tick').filter((msg) => msg.startsWith('tick '))
    expect(marks.slice(0, 6)).toEqual(Array.from({ length: 3 }, () => ['tick begins', 'tick ends']).flat())
    const begins = lines.filter(({ msg }) => msg === 'tick begins').map(({ time }) => Date.parse(time))
    const seconds = ((begins.at(-1) ?? 0) - (begins[0] ?? 0)) / 1_000
    expect(begins.length - 1).toBeLessThanOrEqual(Math.ceil(seconds))
    expect(messages(lines, 'watch').filter((msg) => msg === 'watch begins')).toHaveLength(1)
  })

  it('report their errors with a digest', () => {
    const failed = linesOf(...servers).find(({ route }) => route === 'job tick')
    expect(failed).toMatchObject({ msg: 'failed', err: { message: 'the first tick fails' } })
    expect(failed?.digest).toMatch(/\w/)
  })

  it('end when their process stops, and another process takes over', async () => {
    const owner = servers.find((server) => messages(linesOf(server), 'watch').includes('watch begins'))
    const other = servers.find((server) => server !== owner)
    if (!owner || !other) throw new Error('no process runs the job')
    expect(await owner.stop()).toBe(0)
    const last = linesOf(owner).map(({ msg }) => msg)
    const order = ['draining', 'watch ends', 'gauge stops', 'stopped'].map((msg) => last.indexOf(msg))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    await vi.waitFor(() => expect(messages(linesOf(other), 'watch')).toContain('watch begins'), WAIT)
  })
})

it.each(ENGINES)(
  'calls of the queue are not lost when the process is killed, in %s',
  { timeout: 90_000 },
  async (engine) => {
    const place = await testPlace(engine)
    onTestFinished(place.remove)
    const nets = 24
    const env = { ...place.env, TEST_JOBS: 'on' }
    const killed = await startServer({ env })
    const hauls = (server: Server, msg: string) =>
      linesOf(server).flatMap((line) => (line.msg === msg ? [line.net ?? -1] : []))
    const response = await fetch(`${killed.origin}/haul?nets=${nets}`, {
      method: 'POST',
      headers: { origin: killed.origin },
    })
    expect(response.status).toBe(202)
    await vi.waitFor(() => expect(hauls(killed, 'haul ends').length).toBeGreaterThan(4), {
      timeout: 20_000,
      interval: 5,
    })
    killed.process.kill('SIGKILL')
    await killed.exit
    expect(hauls(killed, 'haul ends').length).toBeLessThan(nets)

    const server = await startForTest({ env })
    const all = Array.from({ length: nets }, (_, net) => net)
    const ended = () => [...hauls(killed, 'haul ends'), ...hauls(server, 'haul ends')]
    await vi.waitFor(() => {
      expect(new Set(ended())).toEqual(new Set(all))
      expect(hauls(server, 'haul begins').length).toBe(hauls(server, 'haul ends').length)
    }, WAIT)
    // Only what was under way is done again.
    expect(ended().length).toBeLessThanOrEqual(nets + 4)

    // With SQLite too, jobs and hooks run in the one process.
    const ticks = () => messages(linesOf(server), 'tick').filter((msg) => msg === 'tick ends')
    await vi.waitFor(() => expect(ticks().length).toBeGreaterThan(1), WAIT)
    expect(messages(linesOf(server), 'gauge')).toEqual(['gauge starts'])
    expect(await server.stop()).toBe(0)
    expect(linesOf(server).filter(({ outcome }) => outcome === 'done').length).toBeGreaterThan(0)
  },
)

it('a call that ends its process fails, and those beside it do not', { timeout: 90_000 }, async () => {
  const place = await testPlace('sqlite')
  onTestFinished(place.remove)
  const env = { ...place.env, TEST_JOBS: 'on' }
  const first = await startServer({ env })
  await fetch(`${first.origin}/haul?nets=4&heavy`, { method: 'POST', headers: { origin: first.origin } })
  await first.exit
  // It runs alone, and ends this process too.
  const second = await startServer({ env })
  await second.exit
  const third = await startForTest({ env })
  const done = () => linesOf(second, third).flatMap(({ msg, net = -1 }) => (msg === 'haul ends' ? [net] : []))
  await vi.waitFor(() => expect(new Set(done())).toEqual(new Set([1, 2, 3])), WAIT)
  await vi.waitFor(() => {
    const failed = linesOf(third).find(({ route }) => route === 'job haul')
    expect(failed).toMatchObject({ err: { message: 'haul: the process ended during the last attempt' } })
  }, WAIT)
})
