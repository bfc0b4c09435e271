import type { Job, JobFile, RunContext } from '#fairlead/jobs/define-job.ts'
import type { JobRuns } from '#fairlead/jobs/job-runs.server.ts'
import { decideRun, JOBS, readSchedule, type RunOutcome } from '#fairlead/jobs/schedule.ts'
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

/** Time for stop hooks when no server ends, in milliseconds. */
const STOP_HOOKS_MS = 5_000

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
 * Runs the start hooks, in the order of their files, and schedules the jobs, which do not wait for the hooks. An error
 * of a hook is reported, and stops nothing.
 *
 * @param ended resolves when the previous jobs of this process have ended, which may hold resources of the hooks
 * @throws Error for a file without a job, and for two of one name
 */
export function startJobs(files: JobFiles, runs: JobRuns, surroundings: Surroundings, ended?: Promise<void>) {
  const definitions = readFiles(files)
  const logOf = (name: string): RunContext['log'] => surroundings.log.child({ job: name })
  const hooks = definitions.filter((file) => file.type === 'hooks')
  const jobs = definitions.filter((file) => file.type === 'job')
  const stopping = new AbortController()

  type Hook = (context: RunContext) => Promise<void> | void
  const call = async (name: string, signal: AbortSignal, hook: Hook): Promise<void> => {
    try {
      await hook({ signal, log: logOf(name) })
    } catch (error) {
      surroundings.report(error, name)
    }
  }
  const started = (async () => {
    await ended
    for (const hook of hooks) {
      if (!stopping.signal.aborted) await call(hook.name, stopping.signal, (context) => hook.onStart?.(context))
    }
  })()
  const repeated = jobs.map((job) => repeatJob(job, runs, { ...surroundings, log: logOf(job.name) }, stopping.signal))

  return {
    /** Resolves once the start hooks have run. */
    started,
    /** Starts no more runs, aborts the running ones, and resolves when they have ended. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the server stops'))
      await Promise.all([started, ...repeated])
    },
    /** Calls each `onStop`, in the reverse order of their start. */
    async runStopHooks(signal: AbortSignal): Promise<void> {
      for (const hook of hooks.toReversed()) await call(hook.name, signal, (context) => hook.onStop?.(context))
    },
    /** Calls each `onInvalidate`, all at once. */
    async runInvalidateHooks(tags: readonly string[]): Promise<void> {
      const { signal } = stopping
      await Promise.all(hooks.map((hook) => call(hook.name, signal, (context) => hook.onInvalidate?.(tags, context))))
    },
  }
}

/** Returns a delay with a random part, so that processes that start together differ. */
export function withJitter(ms: number, every: number, random: number, maxJitter: number = JOBS.maxJitter): number {
  return Math.min(JOBS.maxDelay, Math.round(ms + random * Math.min(every * JOBS.jitter, maxJitter)))
}

/** Runs a job once, now. An error is reported, unless it follows from the end of the server. */
async function runOnce(
  { name, run }: Job,
  dueAt: number,
  runs: JobRuns,
  { now, log, report }: Surroundings,
  { stopping, lost }: { stopping: AbortSignal; lost: AbortSignal },
): Promise<RunOutcome> {
  const startedAt = now()
  await runs.started(name, dueAt, startedAt)
  let outcome: RunOutcome = 'done'
  try {
    await run({ signal: AbortSignal.any([stopping, lost]), log })
  } catch (error) {
    outcome = stopping.aborted ? 'stopped' : 'failed'
    if (outcome === 'failed') report(error, name)
  }
  const endedAt = now()
  log.info({ outcome, ms: endedAt - startedAt }, 'job ran')
  await runs.ended(name, endedAt, outcome)
  return outcome
}

/** Runs a job whenever it is due. Resolves once `stopping` aborts and the run under way has ended. */
async function repeatJob(job: Job, runs: JobRuns, surroundings: Surroundings, stopping: AbortSignal): Promise<void> {
  const { now, sleep, random, log } = surroundings
  const cadence = readSchedule(job.name, job)
  const interval = cadence.type === 'interval' ? cadence.ms : Infinity
  const maxJitter = cadence.type === 'interval' ? JOBS.maxJitter : JOBS.maxStartJitter

  /** Runs the job if it is due. Returns the time at which it may be due again. */
  async function attempt(): Promise<number> {
    const result = await runs.exclusively(job.name, async (lost) => {
      const decision = decideRun(cadence, await runs.last(job.name), now())
      if (decision.type === 'wait') {
        if (decision.since === undefined) return decision.until
        await runs.waits(job.name, decision.since)
        log.info({ due: new Date(decision.until).toISOString() }, 'job waits')
        return decision.until
      }
      const { dueAt } = decision
      if (stopping.aborted) return dueAt
      const outcome = await runOnce(job, dueAt, runs, surroundings, { stopping, lost })
      const next = decideRun(cadence, { dueAt, outcome }, now())
      return next.type === 'wait' ? next.until : now()
    })
    return result.type === 'ran' ? result.value : now() + Math.min(interval, JOBS.retry)
  }

  let wait = withJitter(0, interval, random(), JOBS.maxStartJitter)
  for (;;) {
    await sleep(wait, stopping)
    if (stopping.aborted) return
    const due = await attempt().catch((error: unknown) => {
      log.warn({ err: error }, 'the runs of a job cannot be recorded; it runs once they can')
      return now() + Math.min(interval, JOBS.retry)
    })
    wait = withJitter(Math.max(0, due - now()), interval, random(), maxJitter)
  }
}

/**
 * Runs a job now, whenever it is due, between the start and the stop hooks. Resolves to `busy` if another process runs it.
 *
 * @param interrupted aborts the run, which has failed then: no other process is to run it again
 * @throws Error if no job with a schedule has this name
 */
export async function runJob(
  files: JobFiles,
  name: string,
  runs: JobRuns,
  surroundings: Surroundings,
  interrupted: AbortSignal,
): Promise<RunOutcome | 'busy'> {
  const jobs = readFiles(files).filter((file) => file.type === 'job')
  const job = jobs.find((other) => other.name === name)
  if (!job) {
    const names = jobs.map((other) => other.name).join(', ')
    throw new Error(`${JSON.stringify(name)} is not a job with a schedule; allowed: ${names}`)
  }
  const hookFiles = Object.entries(files).filter(([, { type }]) => type === 'hooks')
  const hooks = startJobs(Object.fromEntries(hookFiles), runs, surroundings)
  setRunningJobs(hooks)
  await hooks.started
  const log = surroundings.log.child({ job: name })
  try {
    const result = await runs.exclusively(name, (lost) => {
      const signals = { stopping: new AbortController().signal, lost: AbortSignal.any([lost, interrupted]) }
      return runOnce(job, surroundings.now(), runs, { ...surroundings, log }, signals)
    })
    return result.type === 'ran' ? result.value : 'busy'
  } finally {
    await hooks.stop()
    await hooks.runStopHooks(AbortSignal.timeout(STOP_HOOKS_MS))
  }
}

const holder = remember('jobs', () => ({ current: undefined as RunningJobs | undefined }))

/** Returns the jobs of this process; `undefined` before the application has started them. */
export function getRunningJobs(): RunningJobs | undefined {
  return holder.current
}

export async function endRunningJobs(): Promise<void> {
  const { current } = holder
  await current?.stop()
  await current?.runStopHooks(AbortSignal.timeout(STOP_HOOKS_MS))
}

export function setRunningJobs(jobs: RunningJobs): void {
  holder.current = jobs
}
