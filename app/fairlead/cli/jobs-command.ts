import { CommandError } from '#fairlead/cli/command-error.ts'
import { withDatabase } from '#fairlead/cli/with-database.ts'
import { deleteFailed, failedCalls, retryFailed, waitingCalls } from '#fairlead/jobs/queue.server.ts'

const USAGE = `Usage: npm run jobs                     lists what queued jobs have to do, and what has failed
       npm run jobs -- retry ID|all     makes failed calls due again
       npm run jobs -- delete ID|all    deletes failed calls`

const LISTED = 100

const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

async function list(): Promise<string> {
  const waiting = (await waitingCalls()).map(({ job, count }) => `waiting ${job}: ${count}\n`)
  const failed = (await failedCalls(LISTED)).map(
    ({ id, job, attempts, failed_at: at, error, digest }) =>
      `failed  ${id} ${job} ${new Date(at ?? 0).toISOString()}, ${attempts} attempts, digest ${digest}: ${printable(error ?? '')}\n`,
  )
  return [...waiting, ...failed].join('') || 'nothing waits, and nothing has failed\n'
}

/**
 * Runs the command `jobs`: lists, retries or deletes the calls of queued jobs.
 *
 * @returns the exit code: 1 when no failed call has the id
 */
export async function runJobsCommand([action, id, ...rest]: readonly string[]): Promise<number> {
  const change = action === 'retry' ? retryFailed : action === 'delete' ? deleteFailed : undefined
  if (rest.length > 0 || (action !== undefined && (!change || id === undefined))) throw new CommandError(USAGE, 2)
  return withDatabase(async () => {
    const count = await change?.(id === 'all' ? undefined : id)
    process.stdout.write(count === undefined ? await list() : `${action}: ${count}\n`)
    return count === 0 && id !== 'all' ? 1 : 0
  })
}
