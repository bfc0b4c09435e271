import type { Logger } from 'pino'
import { readSchedule, type Schedule } from '#fairlead/jobs/schedule.ts'

/** The arguments of a run: `signal` aborts when the server stops; `log` writes lines that name the job. */
export type RunContext = { signal: AbortSignal; log: Logger }

/** A task that is repeated: once among all processes, and never before its last run has ended. */
export type Job = {
  /** Names the job in the log, in reports and in the database: `delete-old-readings`. */
  name: string
  run: (context: RunContext) => Promise<void> | void
} & Schedule

/** A task that `enqueue` calls with data: at least once, even if a process is killed. */
export type QueuedJob<D> = {
  /** Names the job in the log, in reports and in the database: `send-mail`. */
  name: string
  run: (data: D, context: RunContext) => Promise<void> | void
}

/** The default export of the file of a queued job, which `enqueue` takes. */
export type QueuedJobFile<D> = { type: 'queued' } & QueuedJob<D>

/** Functions that run as a process starts and stops, and when it invalidates cached pages. */
export type Hooks = {
  name: string
  /** Runs once the application is loaded. `signal` aborts when the server stops. */
  onStart?: (context: RunContext) => Promise<void> | void
  /** Runs after the last response and the last run of a job. `signal` aborts a second before the process is ended. */
  onStop?: (context: RunContext) => Promise<void> | void
  /**
   * Runs after `invalidate` in this process, which waits for it: enqueue what takes time. The tags are written as in
   * `Cache-Tag`; one that begins with a slash is a path.
   */
  onInvalidate?: (tags: readonly string[], context: RunContext) => Promise<void> | void
}

export type JobFile = ({ type: 'job' } & Job) | QueuedJobFile<never> | ({ type: 'hooks' } & Hooks)

/** Times are in milliseconds. */
export const QUEUE = {
  /** Calls of one job at a time. */
  concurrency: 4,
  attempts: 8,
  maxAttempts: 50,
  maxBytes: 100_000,
  maxDelay: 365 * 86_400_000,
  /** Until a process looks for calls that another one has enqueued, or that are due again. */
  lookEvery: 2_000,
  firstPause: 2_000,
  maxPause: 3_600_000,
} as const

function checkName(kind: string, name: string): void {
  if (/^[a-z\d]+(-[a-z\d]+)*$/.test(name) && name.length <= 64) return
  throw new Error(
    `${kind}: the name ${JSON.stringify(name)} is not allowed; it takes lower-case words such as delete-old-readings`,
  )
}

/**
 * Defines a periodic task. It is the default export of a file that ends in `.job.server.ts`, anywhere below `app/`.
 *
 * @example
 * export default defineJob({ name: 'send-reminders', at: '03:00', timeZone: 'Europe/Berlin', run: sendReminders })
 * @throws Error for a name or a schedule that is not allowed
 */
export function defineJob(job: Job): JobFile {
  checkName('defineJob', job.name)
  readSchedule(job.name, job)
  return { type: 'job', ...job }
}

/**
 * Defines a task for `enqueue`. It is the default export of a file that ends in `.job.server.ts`, anywhere below `app/`.
 *
 * @throws Error for a name that is not allowed
 */
export function defineQueuedJob<D>(job: QueuedJob<D>): QueuedJobFile<D> {
  checkName('defineQueuedJob', job.name)
  return { type: 'queued', ...job }
}

/**
 * Defines what runs as each process starts and stops, and after it invalidates. It is the default export of a file that ends in `.job.server.ts`.
 *
 * @throws Error for a name that is not allowed
 */
export function defineHooks(hooks: Hooks): JobFile {
  checkName('defineHooks', hooks.name)
  return { type: 'hooks', ...hooks }
}
