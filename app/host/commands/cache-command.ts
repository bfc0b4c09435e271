import { applicationDatabase } from '#app/database/database.server.ts'
import { classifyOpenError } from '#app/database/database-errors.ts'
import { createInvalidationLog } from '#app/server/cache/database-store.server.ts'
import { invalidatedTags } from '#app/server/cache/tags.ts'

const USAGE =
  'Usage: npm run cache -- invalidate TAG…    has pages and data with these tags rendered anew; /articles/7 is a path\n'

/**
 * Runs the command `cache`: invalidates tags and paths in the processes that run on the same database.
 *
 * @returns the exit code: 0, 1 when the database fails, 2 for invalid arguments
 */
export async function runCacheCommand([command, ...names]: readonly string[]): Promise<number> {
  if (command !== 'invalidate' || names.length === 0) {
    process.stderr.write(USAGE)
    return 2
  }
  let tags: string[]
  try {
    tags = names.flatMap((name) => invalidatedTags(name.startsWith('/') ? { path: name } : { tags: [name] }))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 2
  }
  const application = applicationDatabase()
  try {
    const database = () => application.database()
    const isPostgres = application.location.url !== undefined
    const log = createInvalidationLog({ database, transaction: application.transaction, isPostgres }, Date.now)
    await log.add(tags, 'npm run cache')
    process.stdout.write(`invalidated ${tags.join(', ')}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`the database is ${classifyOpenError(error)}: ${(error as Error).message}\n`)
    return 1
  } finally {
    await application.close()
  }
}
