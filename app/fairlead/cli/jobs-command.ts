import { CommandError } from '#fairlead/cli/command-error.ts'
import { withDatabase } from '#fairlead/cli/with-database.ts'
import { listRuns } from '#fairlead/jobs/job-runs.server.ts'
import { deleteFailed, failedCalls, retryFailed, waitingCalls } from '#fairlead/jobs/queue.server.ts'

const USAGE = `Usage: npm run jobs                     lists the last runs, what queued jobs have to do, and what has failed
       npm run jobs -- run NAME         runs a job with a schedule now
       npm run jobs -- retry ID|all     makes failed calls due again
       npm run jobs -- delete ID|all    deletes failed calls`

const LISTED = 100

type JobRun = Awaited<ReturnType<typeof listRuns>>[number]

const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

const timeOf = (at: number) => new Date(at).toISOString()

function runLine({ name, due_at: due, started_at: started, ended_at: ended, outcome }: JobRun): string {
  if (started === null) return `never   ${name}, known since ${timeOf(due)}\n`
  return `ran     ${name} ${timeOf(started)}: ${ended === null ? 'not ended' : `${outcome} after ${ended - started} ms`}\n`
}

async function list(): Promise<string> {
  const runs = (await listRuns()).map(runLine)
  const waiting = (await waitingCalls()).map(({ job, count }) => `waiting ${job}: ${count}\n`)
  const failed = (await failedCalls(LISTED)).map(
    ({ id, job, attempts, failed_at: at, error, digest }) =>
      `failed  ${id} ${job} ${timeOf(at ?? 0)}, ${attempts} attempts, digest ${digest}: ${printable(error ?? '')}\n`,
  )
  const calls = [...waiting, ...failed].join('') || 'nothing waits, and nothing has failed\n'
  return runs.join('') + calls
}

/**
 * Runs the command `jobs`: lists the last runs and the waiting calls, retries or deletes failed calls, or runs a job.
 *
 * @param runJob sets the exit code
 * @returns the exit code: 1 when no failed call has the id
 */
export async function runJobsCommand(
  [action, id, ...rest]: readonly string[],
  runJob: (name: string) => Promise<void>,
): Promise<number | void> {
  if (action === 'run' && id !== undefined && rest.length === 0) return runJob(id)
  const change = action === 'retry' ? retryFailed : action === 'delete' ? deleteFailed : undefined
  if (rest.length > 0 || (action !== undefined && (!change || id === undefined))) throw new CommandError(USAGE, 2)
  return withDatabase(async () => {
    const count = await change?.(id === 'all' ? undefined : id)
    process.stdout.write(count === undefined ? await list() : `${action}: ${count}\n`)
    return count === 0 && id !== 'all' ? 1 : 0
  })
}
