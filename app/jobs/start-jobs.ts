import type { Hooks, Job, JobFile, RunContext } from '#app/jobs/define-job.ts'
import type { RunningJobs } from '#app/jobs/running-jobs.server.ts'
import { type JobRuns, scheduleJob, type Surroundings } from '#app/jobs/schedule-job.ts'

/** Job files by their path from the project's root. */
export type JobFiles = Readonly<Record<string, JobFile>>

/**
 * Returns the definitions of all files.
 *
 * @throws Error that names the file without one, or the files that share a name
 */
function readFiles(files: JobFiles): JobFile[] {
  const places = new Map<string, string>()
  return Object.entries(files).map(([path, file]) => {
    if ((file as JobFile | undefined)?.type === undefined) {
      throw new Error(`${path}: its default export is not a job; it takes defineJob({ … }) or defineHooks({ … })`)
    }
    const { name } = file.type === 'job' ? file.job : file.hooks
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
 * @throws Error for a file without a job, and for two of one name
 */
export function startJobs(files: JobFiles, runs: JobRuns, surroundings: Surroundings): RunningJobs {
  const definitions = readFiles(files)
  const logOf = (name: string): RunContext['log'] => surroundings.log.child({ job: name })
  const hooks: Hooks[] = definitions.flatMap((file) => (file.type === 'hooks' ? file.hooks : []))
  const jobs: Job[] = definitions.flatMap((file) => (file.type === 'job' ? file.job : []))
  const stopping = new AbortController()

  const call = async (kind: 'onStart' | 'onStop', { name, ...hook }: Hooks, signal: AbortSignal): Promise<void> => {
    try {
      await hook[kind]?.({ signal, log: logOf(name) })
    } catch (error) {
      surroundings.report(error, name)
    }
  }
  const started = (async () => {
    for (const hook of hooks) if (!stopping.signal.aborted) await call('onStart', hook, stopping.signal)
  })()
  const scheduled = jobs.map((job) => scheduleJob(job, runs, { ...surroundings, log: logOf(job.name) }))

  return {
    async stop() {
      stopping.abort(new Error('the server stops'))
      await Promise.all([started, ...scheduled.map((job) => job.stop())])
    },
    async runStopHooks(signal) {
      for (const hook of hooks.toReversed()) await call('onStop', hook, signal)
    },
  }
}
