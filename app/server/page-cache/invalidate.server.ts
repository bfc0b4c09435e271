import { isInTransaction } from '#app/database/database.server.ts'
import { processCache } from '#app/server/page-cache/process-cache.server.ts'
import { type Invalidated, invalidatedTags } from '#app/server/page-cache/tags.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/**
 * Removes from the cache, in all processes, the pages and data that have one of the tags, or the page at a path. The
 * visitor whose request calls it sees what is new with the next request, all others within a second.
 *
 * Call it after the change is committed: what is rendered before counts as old, what is rendered after as new.
 *
 * @throws Error inside of a transaction
 * @throws RangeError for a tag or path that is not allowed
 * @throws Error while the database is unavailable: then this process alone knows of it
 */
export async function invalidate(what: Invalidated): Promise<void> {
  const tags = invalidatedTags(what)
  if (isInTransaction()) throw new Error('invalidate: inside of a transaction; call it after the commit')
  const context = getRequestContext()
  const by = context ? (context.functionName ?? context.url.pathname) : 'job'
  if (tags.length === 0) return
  const number = await processCache().invalidations.add(tags, by)
  if (!context) return
  for (const tag of tags) context.invalidated.tags.add(tag)
  context.invalidated.number = Math.max(context.invalidated.number, number)
}
