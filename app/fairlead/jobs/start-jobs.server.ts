import { type Hooks, type Job, type JobFile, type RunContext, JOBS } from '#fairlead/jobs/define-job.ts'
import type { JobRuns, RunOutcome } from '#fairlead/jobs/job-runs.server.ts'
import { remember } from '#fairlead/platform/remember.server.ts'

export type RunningJobs = ReturnType<typeof startJobs>

type JobFiles = Readonly<Record<string, JobFile>>

export type Surroundings = {
  now: () => number
  /** Resolves after some milliseconds, or once the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  random: () => number
  log: RunContext['log']
  /** Records an error of a run, and returns its digest. */
  report: (error: unknown, job: string) => string
}

/** @throws Error that names the file without a definition, or the files that share a name */
function readFiles(files: JobFiles): JobFile[] {
  const places = new Map<string, string>()
  return Object.entries(files).map(([path, file]) => {
    if ((file as JobFile | undefined)?.type === undefined) {
      throw new Error(
        `${path}: its default export is not a job; it takes defineJob({ … }), defineQueuedJob({ … }) or defineHooks({ … })`,
      )
    }
    const { name } = file
    const other = places.get(name)
    if (other !== undefined) throw new Error(`${path}: the name ${name} is that of ${other}`)
    places.set(name, path)
    return file
  })
}

/**
 * Runs the start hooks, in the order of their files, and schedules the jobs, which do not wait for them. An error of a
 * hook is reported, and stops nothing.
 *
 * @param ended resolves when the previous jobs of this process have ended, which may hold what the hooks open
 * @throws Error for a file without a job, and for two of one name
 */
export function startJobs(files: JobFiles, runs: JobRuns, surroundings: Surroundings, ended?: Promise<void>) {
  const definitions = readFiles(files)
  const logOf = (name: string): RunContext['log'] => surroundings.log.child({ job: name })
  const hooks = definitions.filter((file) => file.type === 'hooks')
  const jobs = definitions.filter((file) => file.type === 'job')
  const stopping = new AbortController()

  const call = async (kind: 'onStart' | 'onStop', { name, ...hook }: Hooks, signal: AbortSignal): Promise<void> => {
    try {
      await hook[kind]?.({ signal, log: logOf(name) })
    } catch (error) {
      surroundings.report(error, name)
    }
  }
  const started = (async () => {
    await ended
    for (const hook of hooks) if (!stopping.signal.aborted) await call('onStart', hook, stopping.signal)
  })()
  const repeated = jobs.map((job) => repeatJob(job, runs, { ...surroundings, log: logOf(job.name) }, stopping.signal))

  return {
    /** Starts no more runs, aborts those under way, and resolves when they have ended. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the server stops'))
      await Promise.all([started, ...repeated])
    },
    /** Calls each `onStop`, in the reverse order of their start. */
    async runStopHooks(signal: AbortSignal): Promise<void> {
      for (const hook of hooks.toReversed()) await call('onStop', hook, signal)
    },
  }
}

/** Returns the milliseconds until a job is due. A clock that was set back delays it by one interval at most. */
export function untilDue(every: number, lastStart: number | undefined, now: number): number {
  return lastStart === undefined ? 0 : Math.min(every, Math.max(0, lastStart + every - now))
}

/** Returns a delay with its random part, by which processes that start together differ. */
export function withJitter(ms: number, every: number, random: number, maxJitter: number = JOBS.maxJitter): number {
  return Math.min(JOBS.maxDelay, Math.round(ms + random * Math.min(every * JOBS.jitter, maxJitter)))
}

/**
 * Runs a job whenever it is due: at the start of the process if it has never run, or if a run was missed, however many
 * were. It is due one interval after its last run, of whichever process, has started. Resolves once `stopping` aborts and
 * the run under way has ended.
 */
async function repeatJob(
  job: Job,
  runs: JobRuns,
  { now, sleep, random, log, report }: Surroundings,
  stopping: AbortSignal,
): Promise<void> {
  const { name, every } = job
  async function runOnce(lost: AbortSignal): Promise<void> {
    const startedAt = now()
    await runs.started(name, startedAt)
    let outcome: RunOutcome = 'done'
    try {
      await job.run({ signal: AbortSignal.any([stopping, lost]), log })
    } catch (error) {
      outcome = stopping.aborted ? 'stopped' : 'failed'
      if (outcome === 'failed') report(error, name)
    }
    const endedAt = now()
    log.info({ outcome, ms: endedAt - startedAt }, 'job ran')
    await runs.ended(name, endedAt, outcome)
  }

  /** Runs the job if it is due. Returns the milliseconds until it may be due again. */
  async function attempt(): Promise<number> {
    const result = await runs.exclusively(name, async (lost) => {
      const lastStart = await runs.lastStart(name)
      const at = now()
      const wait = untilDue(every, lastStart, at)
      // The clock was set back. The job would not be due before the time that it once showed.
      if (lastStart !== undefined && lastStart > at) await runs.moved(name, at)
      if (wait > 0 || stopping.aborted) return wait
      await runOnce(lost)
      return untilDue(every, at, now())
    })
    return result.type === 'ran' ? result.value : Math.min(every, JOBS.retry)
  }

  let wait = withJitter(0, every, random(), JOBS.maxStartJitter)
  for (;;) {
    await sleep(wait, stopping)
    if (stopping.aborted) return
    const due = await attempt().catch((error: unknown) => {
      log.warn({ err: error }, 'the runs of a job cannot be recorded; it runs once they can')
      return Math.min(every, JOBS.retry)
    })
    wait = withJitter(due, every, random())
  }
}

const holder = remember('jobs', () => ({ current: undefined as RunningJobs | undefined }))

/** Returns the jobs of this process; `undefined` before the application has started them. */
export function getRunningJobs(): RunningJobs | undefined {
  return holder.current
}

/** Time that stop hooks are given when jobs are replaced, in milliseconds. */
const REPLACE_MS = 5_000

export async function endRunningJobs(): Promise<void> {
  const { current } = holder
  await current?.stop()
  await current?.runStopHooks(AbortSignal.timeout(REPLACE_MS))
}

export function setRunningJobs(jobs: RunningJobs): void {
  holder.current = jobs
}
