import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineHooks, defineJob, type Job, type JobFile } from '#fairlead/jobs/define-job.ts'
import {
  endRunningJobs,
  runJob,
  setRunningJobs,
  startJobs,
  type Surroundings,
  withJitter,
} from '#fairlead/jobs/start-jobs.server.ts'
import type { JobRuns } from '#fairlead/jobs/job-runs.server.ts'
import type { LastRun } from '#fairlead/jobs/schedule.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => vi.useRealTimers())

/** The runs that all processes of a test share, in memory. */
function sharedRuns() {
  const held = new Set<string>()
  const last = new Map<string, LastRun>()
  const outcomes: string[] = []
  const lost = new AbortController()
  const runs: JobRuns = {
    async exclusively(name, work) {
      if (held.has(name)) return { type: 'busy' }
      held.add(name)
      try {
        return { type: 'ran', value: await work(lost.signal) }
      } finally {
        held.delete(name)
      }
    },
    last: async (name) => last.get(name),
    started: async (name, dueAt) => void last.set(name, { dueAt, outcome: null }),
    waits: async (name, since) => void last.set(name, { dueAt: since, outcome: null }),
    async ended(name, _, outcome) {
      const run = last.get(name)
      if (run) last.set(name, { ...run, outcome })
      outcomes.push(outcome)
    },
  }
  return { runs, last, outcomes, lost }
}

/** Starts a process with these jobs; its chance is always the same. */
function startProcess(files: readonly JobFile[], runs: JobRuns, random = 0, ended?: Promise<void>) {
  const reported: [error: unknown, job: string][] = []
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  const byPath = Object.fromEntries(files.map((file, index) => [`app/${index}.job.server.ts`, file]))
  const surroundings: Surroundings = {
    now: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        setTimeout(resolve, ms)
        signal.addEventListener('abort', () => resolve())
      }),
    random: () => random,
    log,
    report: (error, job) => `digest ${reported.push([error, job])}`,
  }
  const jobs = startJobs(byPath, runs, surroundings, ended)
  return { jobs, surroundings, reported, lines }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Returns a job that notes the seconds at which it runs, and takes `ms`. */
function noting(every: number, ms = 0) {
  const times: number[] = []
  const run = async (): Promise<void> => {
    times.push((Date.now() - 1_000_000) / 1_000)
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  }
  return { times, file: defineJob({ name: 'noting', every, run }) }
}

/** Returns hooks that note their calls. */
const hooks = (name: string, calls: string[]) =>
  defineHooks({
    name,
    onStart: () => void calls.push(`start ${name}`),
    onStop: () => void calls.push(`stop ${name}`),
  })

describe('a job', () => {
  it('runs at the start and then at its interval, once among all processes', async () => {
    const { times, file } = noting(10_000)
    const { runs } = sharedRuns()
    const { lines } = startProcess([file], runs, 0)
    startProcess([file], runs, 0.5)
    startProcess([file], runs, 0.9)
    await pass(35_000)
    expect(times).toEqual([0, 10, 20, 30])
    expect(lines[0]).toMatchObject({ job: 'noting', outcome: 'done', msg: 'job ran' })
  })

  it('never overlaps itself, in one process or in several', async () => {
    const { times, file } = noting(10_000, 25_000)
    const { runs } = sharedRuns()
    startProcess([file], runs, 0)
    startProcess([file], runs, 0.5)
    await pass(60_000)
    expect(times[0]).toBe(0)
    for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(25)
  })

  it('runs once for all runs that were missed, and is due one interval later', async () => {
    const { times, file } = noting(10_000)
    const { runs, last } = sharedRuns()
    last.set('noting', { dueAt: 1_000_000 - 95_000, outcome: 'done' })
    startProcess([file], runs)
    await pass(15_000)
    expect(times).toEqual([0, 10])
  })

  it('is not due when another process has just run it', async () => {
    const { times, file } = noting(10_000)
    const { runs, last } = sharedRuns()
    last.set('noting', { dueAt: 1_000_000 - 4_000, outcome: 'done' })
    startProcess([file], runs)
    await pass(10_000)
    expect(times).toEqual([6])
  })

  it('runs on when the clock was ahead and is set back', async () => {
    const { times, file } = noting(10_000)
    const { runs, last } = sharedRuns()
    // An hour ahead.
    last.set('noting', { dueAt: 1_000_000 + 3_600_000, outcome: 'done' })
    startProcess([file], runs)
    await pass(35_000)
    expect(times).toEqual([10, 20, 30])
  })

  it('is not run twice by processes whose clocks differ', async () => {
    const { times, file } = noting(10_000)
    const { runs } = sharedRuns()
    startProcess([file], runs, 0)
    // Its record is two seconds ahead of the other's clock.
    const ahead = {
      ...runs,
      started: (name: string, dueAt: number, at: number) => runs.started(name, dueAt + 2_000, at),
    }
    startProcess([file], ahead, 0.5)
    await pass(35_000)
    for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(8)
  })

  it('reports an error and runs again', async () => {
    const error = new Error('the gauge is silent')
    const run = vi.fn<Job['run']>().mockRejectedValueOnce(error)
    const { runs, outcomes } = sharedRuns()
    const { reported } = startProcess([defineJob({ name: 'read-gauge', every: 10_000, run })], runs)
    await pass(15_000)
    expect(reported).toEqual([[error, 'read-gauge']])
    expect(outcomes).toEqual(['failed', 'done'])
  })

  it('waits while its runs cannot be recorded, and logs why', async () => {
    const { times, file } = noting(10_000)
    const { runs } = sharedRuns()
    const last = vi.fn(async (name: string) => runs.last(name)).mockRejectedValueOnce(new Error('connection refused'))
    const { lines } = startProcess([file], { ...runs, last })
    await pass(15_000)
    expect(times).toEqual([10])
    expect(lines[0]).toMatchObject({ level: 40, err: { message: 'connection refused' } })
  })

  it('is aborted when the server stops, which waits for it and runs it no more', async () => {
    const { runs, outcomes } = sharedRuns()
    const run = vi.fn<Job['run']>(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason as Error), 3_000))
        }),
    )
    const { jobs, reported } = startProcess([defineJob({ name: 'long', every: 10_000, run })], runs)
    await pass(1_000)
    let ended = false
    void jobs.stop().then(() => (ended = true))
    await pass(2_000)
    expect(ended).toBe(false)
    await pass(1_000)
    expect([ended, outcomes, reported]).toEqual([true, ['stopped'], []])
    await pass(60_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is aborted when its lock is lost', async () => {
    const { runs, lost } = sharedRuns()
    const run = vi.fn<Job['run']>(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('lost')))),
    )
    const { reported } = startProcess([defineJob({ name: 'long', every: 10_000, run })], runs)
    await pass(1_000)
    lost.abort()
    await pass(0)
    expect(reported).toEqual([[new Error('lost'), 'long']])
  })

  it('does not drift: a delay of a run does not move those after it', async () => {
    const { times, file } = noting(10_000)
    // Each run is a second late.
    startProcess([file], sharedRuns().runs, 1)
    await pass(1_000_000)
    expect(times.slice(1)).toEqual(Array.from({ length: 99 }, (_, index) => 12 + 10 * index))
  })

  it('at a time of the day runs then, once among all processes, and not as it becomes known', async () => {
    const times: string[] = []
    const run = () => void times.push(new Date().toISOString())
    const file = defineJob({ name: 'nightly', at: '03:00', timeZone: 'Europe/Berlin', run })
    vi.setSystemTime(new Date('2026-03-27T12:00:00Z'))
    const { runs } = sharedRuns()
    const { lines } = startProcess([file], runs, 0)
    startProcess([file], runs, 0.5)
    await pass(4 * 86_400_000)
    // Clocks go forward on the 29th.
    expect(times).toEqual([
      '2026-03-28T02:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T01:00:00.000Z',
      '2026-03-31T01:00:00.000Z',
    ])
    expect(lines[0]).toMatchObject({ job: 'nightly', msg: 'job waits', due: '2026-03-28T02:00:00.000Z' })
  })

  it('at a time of the day runs once when a process starts after times that it missed', async () => {
    const times: string[] = []
    const run = () => void times.push(new Date().toISOString())
    const file = defineJob({ name: 'nightly', at: '03:00', timeZone: 'UTC', run })
    vi.setSystemTime(new Date('2026-03-27T12:00:00Z'))
    const { runs } = sharedRuns()
    const { jobs } = startProcess([file], runs)
    await pass(1_000)
    await jobs.stop()
    vi.setSystemTime(new Date('2026-03-30T09:30:00Z'))
    startProcess([file], runs)
    await pass(86_400_000)
    expect(times).toEqual(['2026-03-30T09:30:00.000Z', '2026-03-31T03:00:00.000Z'])
  })

  it('that was stopped runs again in the next process', async () => {
    const { runs } = sharedRuns()
    const run = vi.fn<Job['run']>(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    )
    const file = defineJob({ name: 'nightly', cron: '17 * * * *', timeZone: 'UTC', run })
    const { jobs } = startProcess([file], runs)
    await pass(30_000)
    expect(run).toHaveBeenCalledTimes(1)
    await jobs.stop()
    run.mockImplementation(() => {})
    startProcess([file], runs)
    await pass(60_000)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is delayed by chance, up to a tenth of its interval or 30 seconds', () => {
    expect([withJitter(5_000, 10_000, 1), withJitter(0, 3_600_000, 1), withJitter(7e9, 7e9, 1)]).toEqual([
      6_000, 30_000, 3_600_000,
    ])
  })
})

it('a job of an hour looks at whether it is due within a second of the start', async () => {
  const { times, file } = noting(3_600_000)
  startProcess([file], sharedRuns().runs, 0.9)
  await pass(1_000)
  expect(times).toEqual([0.9])
})

describe('hooks', () => {
  it('run as a process starts and, in reverse, as it stops; errors are reported', async () => {
    const calls: string[] = []
    const error = new Error('no gauge')
    const failing = defineHooks({ name: 'gauge', onStart: () => Promise.reject(error) })
    const { jobs, reported } = startProcess([hooks('one', calls), failing, hooks('two', calls)], sharedRuns().runs)
    await pass(0)
    expect(calls).toEqual(['start one', 'start two'])
    await jobs.stop()
    await jobs.runStopHooks(new AbortController().signal)
    expect(calls.slice(2)).toEqual(['stop two', 'stop one'])
    expect(reported).toEqual([[error, 'gauge']])
  })

  it('get the tags of an invalidation, each whatever becomes of the others', async () => {
    const purged: (readonly string[])[] = []
    const error = new Error('no CDN')
    const failing = defineHooks({ name: 'cdn', onInvalidate: () => Promise.reject(error) })
    const purging = defineHooks({ name: 'other-cdn', onInvalidate: (tags) => void purged.push(tags) })
    const { jobs, reported } = startProcess([failing, hooks('one', []), purging], sharedRuns().runs)
    await jobs.runInvalidateHooks(['ports', '/ports/7'])
    expect([purged, reported]).toEqual([[['ports', '/ports/7']], [[error, 'cdn']]])
  })

  it('that replace others start after the stop hooks of the former ones', async () => {
    const calls: string[] = []
    const { runs } = sharedRuns()
    setRunningJobs(startProcess([hooks('one', calls)], runs).jobs)
    await pass(0)
    startProcess([hooks('two', calls)], runs, 0, endRunningJobs())
    await pass(0)
    expect(calls).toEqual(['start one', 'stop one', 'start two'])
  })
})

describe('a job that is asked for', () => {
  it('runs at once between the hooks, and is due one interval later', async () => {
    const { times, file } = noting(10_000)
    const { runs } = sharedRuns()
    const calls: string[] = []
    const { surroundings } = startProcess([], runs)
    await pass(5_000)
    const files = { 'app/0.job.server.ts': hooks('gauge', calls), 'app/1.job.server.ts': file }
    expect(await runJob(files, 'noting', runs, surroundings, new AbortController().signal)).toBe('done')
    expect([times, calls]).toEqual([[5], ['start gauge', 'stop gauge']])
    startProcess([file], runs)
    await pass(10_000)
    expect(times).toEqual([5, 15])
  })

  it('does not run beside a run of another process', async () => {
    const { file } = noting(10_000, 5_000)
    const { runs } = sharedRuns()
    const { surroundings } = startProcess([file], runs)
    await pass(1_000)
    const files = { 'app/1.job.server.ts': file }
    expect(await runJob(files, 'noting', runs, surroundings, new AbortController().signal)).toBe('busy')
  })

  it('has failed when it is interrupted, so that no other process runs it again', async () => {
    const { runs, outcomes } = sharedRuns()
    const { surroundings } = startProcess([], runs)
    const interrupted = new AbortController()
    const run: Job['run'] = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    const files = { 'app/1.job.server.ts': defineJob({ name: 'long', every: 10_000, run }) }
    const running = runJob(files, 'long', runs, surroundings, interrupted.signal)
    await pass(0)
    interrupted.abort(new Error('SIGINT'))
    expect([await running, outcomes]).toEqual(['failed', ['failed']])
  })

  it('has a name that is known', async () => {
    const { runs } = sharedRuns()
    const { surroundings } = startProcess([], runs)
    const files = { 'app/1.job.server.ts': noting(10_000).file }
    const running = runJob(files, 'other', runs, surroundings, new AbortController().signal)
    await expect(running).rejects.toThrow('"other" is not a job with a schedule; allowed: noting')
  })
})

describe('a definition', () => {
  const run = () => {}

  it.each([
    [() => defineJob({ name: 'Delete Old', every: 10_000, run }), 'the name "Delete Old" is not allowed'],
    [() => defineJob({ name: 'often', every: 10, run }), 'the job often: every is 10; it takes whole milliseconds, 1'],
    [
      () => defineJob({ name: 'late', at: '24:00', timeZone: 'UTC', run }),
      'late: at is "24:00"; it takes 00:00 to 23:59',
    ],
    [() => defineJob({ name: 'no-zone', at: '03:00', timeZone: '', run }), 'the time zone is empty'],
    [
      () => defineJob({ name: 'nowhere', at: '03:00', timeZone: 'Europe/Bern', run }),
      'time zone specified: Europe/Bern',
    ],
    [
      () => defineJob({ name: 'four', cron: '0 3 * *', timeZone: 'UTC', run }),
      'cron "0 3 * *", timeZone UTC: CronPattern',
    ],
    [() => defineJob({ name: 'never', cron: '0 3 30 2 *', timeZone: 'UTC', run }), 'it never runs'],
    [() => defineJob({ name: 'once', cron: '2030-01-01T03:00', timeZone: 'UTC', run }), 'a date runs once'],
    [() => defineJob({ name: 'two', every: 60_000, cron: '0 3 * * *', timeZone: 'UTC', run }), 'it takes one of every'],
    [() => defineHooks({ name: '' }), 'defineHooks: the name "" is not allowed'],
  ])('is refused with the reason', (define, why) => {
    expect(define).toThrow(why)
  })

  it('has a name of its own, and is the default export of its file', () => {
    const { runs } = sharedRuns()
    const file = defineJob({ name: 'same', every: 10_000, run })
    expect(() => startProcess([file, file], runs)).toThrow('app/1.job.server.ts: the name same is that of app/0.job')
    expect(() => startProcess([undefined as unknown as JobFile], runs)).toThrow('its default export is not a job')
  })
})
