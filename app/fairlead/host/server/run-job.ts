import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { createMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { setErrorReporter } from '#fairlead/errors/capture-error.server.ts'
import { openBuild } from '#fairlead/host/server/public-files.ts'
import { startDatabase } from '#fairlead/host/server/start-database.ts'
import { runJobOfApplication } from '#fairlead/jobs/start-all-jobs.server.ts'
import { setBuildHash } from '#fairlead/server/build-hash.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { reportError } from '#fairlead/server/error-reporter.server.ts'
import { redirectConsoleToLogger } from '#fairlead/server/redirect-console.server.ts'

/** The store of reports opens only to store a report, because opening it has effects while a server uses the file. */
const ON_DEMAND_MS = 2 ** 31 - 1

/** Time for the store to open after a run that failed. */
const STORE_MS = 5_000

/**
 * Runs a job of the build in this process, while servers may use the same database. It does none of a server's work: it
 * serves nothing, and runs no other job and no queued call. SIGINT and SIGTERM abort the run.
 *
 * @returns the exit code: 0 when the job is done, 1 when it failed or another process runs it
 * @throws Error for a name that no job has, and while the database is unavailable
 */
export async function runJobOfBuild(env: Env, name: string): Promise<number> {
  setBuildHash(openBuild())
  redirectConsoleToLogger()
  setErrorReporter(reportError)
  const monitoring = createMonitoring(env, { delayMs: ON_DEMAND_MS })
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort(new Error(signal)))
  await startDatabase()
  const outcome = await runJobOfApplication(name, interrupted.signal)
  if (outcome === 'busy') process.stderr.write(`another process runs the job ${name}\n`)
  if (outcome === 'failed') await monitoring.opened(STORE_MS)
  await applicationDatabase().close()
  await monitoring.close()
  return outcome === 'done' ? 0 : 1
}
