import { remember } from '#app/server/remember.server.ts'
import type { ScheduledJob } from '#app/jobs/start-jobs.ts'

/** The jobs and hooks of this process. */
export type RunningJobs = {
  /** Starts no more runs, aborts those under way, and resolves when they have ended. */
  stop: ScheduledJob['stop']
  /** Calls each `onStop`, in the reverse order of their start. */
  runStopHooks: (signal: AbortSignal) => Promise<void>
}

const holder = remember('jobs', () => ({ current: undefined as RunningJobs | undefined }))

/** Returns the jobs of this process; `undefined` before the application has started them. */
export function getRunningJobs(): RunningJobs | undefined {
  return holder.current
}

/** Sets the jobs of this process. */
export function setRunningJobs(jobs: RunningJobs): void {
  holder.current = jobs
}
