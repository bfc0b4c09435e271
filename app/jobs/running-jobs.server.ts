import type { ScheduledJob } from '#app/jobs/schedule-job.ts'

/** The jobs and hooks of this process. */
export type RunningJobs = {
  /** Starts no more runs, aborts those under way, and resolves when they have ended. */
  stop: ScheduledJob['stop']
  /** Calls each `onStop`, in the reverse order of their start. */
  runStopHooks: (signal: AbortSignal) => Promise<void>
}

/** The host and the application are bundles of their own, and share this through `globalThis`. */
type Holder = { [KEY]?: RunningJobs | undefined }

const KEY = Symbol.for('fairlead.jobs')

/** Returns the jobs of this process; `undefined` before the application has started them. */
export function getRunningJobs(): RunningJobs | undefined {
  return (globalThis as Holder)[KEY]
}

/** Sets the jobs of this process. */
export function setRunningJobs(jobs: RunningJobs): void {
  ;(globalThis as Holder)[KEY] = jobs
}
