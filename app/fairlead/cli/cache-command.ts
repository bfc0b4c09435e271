import { CommandError } from '#fairlead/cli/command-error.ts'
import { warm } from '#fairlead/cli/warm-cache.ts'
import { withDatabase } from '#fairlead/cli/with-database.ts'
import { createInvalidationLog } from '#fairlead/server/cache/database-store.server.ts'
import { invalidatedTags } from '#fairlead/server/cache/tags.ts'

const USAGE = [
  'Usage: npm run cache -- invalidate TAG…    invalidates pages and data with these tags; /articles/7 is a path',
  '       npm run cache -- warm [ADDRESS]     requests the pages of the sitemap: from a server at this address, or from',
  '                                           the build in .output, which it starts for that on a free port',
].join('\n')

function tagsOf(name: string): string[] {
  try {
    return invalidatedTags(name.startsWith('/') ? { path: name } : { tags: [name] })
  } catch (error) {
    throw new CommandError((error as Error).message, 2)
  }
}

/**
 * Invalidates tags and paths in the processes that run on the same database, or renders the pages of the sitemap.
 *
 * @returns the exit code: 1 when a page fails
 */
export async function runCacheCommand([command, ...names]: readonly string[]): Promise<number> {
  if (command === 'warm' && names.length < 2) {
    const [address] = names
    if (address === undefined || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return warm(address)
    throw new CommandError(`warm: the address ${JSON.stringify(address)}; allowed: such as http://localhost:3000`, 2)
  }
  if (command !== 'invalidate' || names.length === 0) throw new CommandError(USAGE, 2)
  const tags = names.flatMap(tagsOf)
  return withDatabase(async (application) => {
    await createInvalidationLog(application, Date.now).add(tags, 'npm run cache')
    process.stdout.write(`invalidated ${tags.join(', ')}\n`)
    return 0
  })
}
