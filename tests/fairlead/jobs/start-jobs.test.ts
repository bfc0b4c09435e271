import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineHooks, defineJob, type Job, type JobFile } from '#fairlead/jobs/define-job.ts'
import {
  endRunningJobs,
  setRunningJobs,
  startJobs,
  type Surroundings,
  withJitter,
} from '#fairlead/jobs/start-jobs.server.ts'
import type { JobRuns } from '#fairlead/jobs/job-runs.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => vi.useRealTimers())

/** The runs that all processes of a test share, in memory. */
function sharedRuns() {
  const held = new Set<string>()
  const starts = new Map<string, number>()
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
    lastStart: async (name) => starts.get(name),
    started: async (name, at) => void starts.set(name, at),
    moved: async (name, at) => void starts.set(name, at),
    ended: async (_, __, outcome) => void outcomes.push(outcome),
  }
  return { runs, starts, outcomes, lost }
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
  return { jobs, reported, lines }
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
    const { runs, starts } = sharedRuns()
    starts.set('noting', 1_000_000 - 95_000)
    startProcess([file], runs)
    await pass(15_000)
    expect(times).toEqual([0, 10])
  })

  it('is not due when another process has just run it', async () => {
    const { times, file } = noting(10_000)
    const { runs, starts } = sharedRuns()
    starts.set('noting', 1_000_000 - 4_000)
    startProcess([file], runs)
    await pass(10_000)
    expect(times).toEqual([6])
  })

  it('runs on when the clock was ahead and is set back', async () => {
    const { times, file } = noting(10_000)
    const { runs, starts } = sharedRuns()
    // An hour ahead.
    starts.set('noting', 1_000_000 + 3_600_000)
    startProcess([file], runs)
    await pass(35_000)
    expect(times).toEqual([10, 20, 30])
  })

  it('is not run twice by processes whose clocks differ', async () => {
    const { times, file } = noting(10_000)
    const { runs } = sharedRuns()
    startProcess([file], runs, 0)
    // Its record is two seconds ahead of the other's clock.
    const ahead = { ...runs, started: (name: string, at: number) => runs.started(name, at + 2_000) }
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
    const lastStart = vi
      .fn(async (name: string) => runs.lastStart(name))
      .mockRejectedValueOnce(new Error('connection refused'))
    const { lines } = startProcess([file], { ...runs, lastStart })
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

  it('is delayed by chance, up to a tenth of its interval or 30 seconds', () => {
    expect([withJitter(5_000, 10_000, 1), withJitter(0, 3_600_000, 1), withJitter(7e9, 7e9, 1)]).toEqual([
      6_000, 30_000, 86_400_000,
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
  /** Returns hooks that note their calls. */
  const hooks = (name: string, calls: string[]) =>
    defineHooks({
      name,
      onStart: () => void calls.push(`start ${name}`),
      onStop: () => void calls.push(`stop ${name}`),
    })

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

  it('that replace others start after the stop hooks of those', async () => {
    const calls: string[] = []
    const { runs } = sharedRuns()
    setRunningJobs(startProcess([hooks('one', calls)], runs).jobs)
    await pass(0)
    startProcess([hooks('two', calls)], runs, 0, endRunningJobs())
    await pass(0)
    expect(calls).toEqual(['start one', 'stop one', 'start two'])
  })
})

describe('a definition', () => {
  const run = () => {}

  it.each([
    [() => defineJob({ name: 'Delete Old', every: 10_000, run }), 'the name "Delete Old" is not allowed'],
    [() => defineJob({ name: 'often', every: 10, run }), 'the job often: every is 10; it takes whole milliseconds, 1'],
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
