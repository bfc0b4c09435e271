import { setTimeout as sleep } from 'node:timers/promises'
import { captureError } from '#fairlead/errors/capture-error.server.ts'
import type { JobFile } from '#fairlead/jobs/define-job.ts'
import { jobRuns } from '#fairlead/jobs/job-runs.server.ts'
import { startQueue } from '#fairlead/jobs/queue.server.ts'
import {
  endRunningJobs,
  runJob,
  setRunningJobs,
  startJobs,
  type Surroundings,
} from '#fairlead/jobs/start-jobs.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

const files = import.meta.glob<JobFile>('/app/**/*.job.server.ts', { eager: true, import: 'default' })

const surroundings: Surroundings = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
  random: Math.random,
  log,
  report: (error, job) => captureError(error, `job ${job}`).digest,
}

/**
 * In development a changed file restarts the jobs and hooks, after the previous ones have ended.
 *
 * @throws Error for a file that is not valid
 */
export function startAllJobs(): void {
  const jobs = startJobs(files, jobRuns, surroundings, endRunningJobs())
  const queued = Object.values(files).filter((file) => file.type === 'queued')
  const queue = startQueue(queued, surroundings)
  setRunningJobs({ ...jobs, stop: async () => void (await Promise.all([queue.stop(), jobs.stop()])) })
}

/** Runs a job of the application, as `runJob` does. */
export function runJobOfApplication(name: string, interrupted: AbortSignal) {
  return runJob(files, name, jobRuns, surroundings, interrupted)
}
