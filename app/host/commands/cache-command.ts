import { applicationDatabase } from '#app/database/database.server.ts'
import { classifyOpenError } from '#app/database/database-errors.ts'
import { warm } from '#app/host/commands/warm-cache.ts'
import { createInvalidationLog } from '#app/server/cache/database-store.server.ts'
import { invalidatedTags } from '#app/server/cache/tags.ts'

const USAGE = [
  'Usage: npm run cache -- invalidate TAG…    invalidates pages and data with these tags; /articles/7 is a path',
  '       npm run cache -- warm [ADDRESS]     requests the pages of the sitemap: from a server at this address, or from',
  '                                           the build in .output, which it starts for that on a free port',
].join('\n')

/**
 * Runs the command `cache`: invalidates tags and paths in the processes that run on the same database, or renders the pages
 * of the sitemap.
 *
 * @returns the exit code: 0, 1 when the database or a page fails, 2 for invalid arguments
 */
export async function runCacheCommand([command, ...names]: readonly string[]): Promise<number> {
  if (command === 'warm' && names.length < 2) {
    const [address] = names
    if (address === undefined || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return warm(address)
    process.stderr.write(`warm: the address ${JSON.stringify(address)}; allowed: such as http://localhost:3000\n`)
    return 2
  }
  if (command !== 'invalidate' || names.length === 0) {
    process.stderr.write(`${USAGE}\n`)
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
    await createInvalidationLog(application, Date.now).add(tags, 'npm run cache')
    process.stdout.write(`invalidated ${tags.join(', ')}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`the database is ${classifyOpenError(error)}: ${(error as Error).message}\n`)
    return 1
  } finally {
    await application.close()
  }
}
