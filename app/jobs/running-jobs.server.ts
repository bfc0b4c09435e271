import type { RunningJobs } from '#app/jobs/start-jobs.ts'
import { remember } from '#app/server/remember.server.ts'

const holder = remember('jobs', () => ({ current: undefined as RunningJobs | undefined }))

/** Returns the jobs of this process; `undefined` before the application has started them. */
export function getRunningJobs(): RunningJobs | undefined {
  return holder.current
}

/** Sets the jobs of this process. */
export function setRunningJobs(jobs: RunningJobs): void {
  holder.current = jobs
}
