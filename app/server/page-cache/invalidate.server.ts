import { pathTag } from '#app/server/page-cache/aged-key.ts'
import { tagFault } from '#app/server/page-cache/cache-options.ts'
import { processCache } from '#app/server/page-cache/process-cache.server.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** What to invalidate. A path is that of a page: without a language, those in all languages. */
export type Invalidated = { readonly tags: readonly string[] } | { readonly path: string }

/**
 * Returns the tags that an invalidation is about.
 *
 * @throws RangeError that names what is not allowed
 */
export function invalidatedTags(what: Invalidated): string[] {
  if ('tags' in what) {
    const fault = what.tags.length === 0 ? 'no tags; allowed: at least one' : tagFault(what.tags)
    if (fault !== undefined) throw new RangeError(`invalidate: ${fault}`)
    return [...new Set(what.tags)]
  }
  const isPath = what.path.startsWith('/') && URL.canParse(what.path, 'http://host.invalid')
  const { pathname, search, hash } = new URL(isPath ? what.path : '/', 'http://host.invalid')
  const tag = pathTag(pathname)
  if (!isPath || search !== '' || hash !== '' || tagFault([tag], true) !== undefined) {
    throw new RangeError(
      `invalidate: the path ${JSON.stringify(what.path)}; allowed: a path such as /articles/7, without a query`,
    )
  }
  return [tag]
}

/**
 * Removes from the cache, in all processes, the pages and data that have one of the tags, or the page at a path. The
 * visitor whose request calls it sees what is new with the next request, all others within a second.
 *
 * Call it after the change is committed: what is rendered before counts as old, what is rendered after as new.
 *
 * @throws RangeError for a tag or path that is not allowed
 * @throws Error while the database is unavailable: then this process alone knows of it
 */
export async function invalidate(what: Invalidated): Promise<void> {
  const tags = invalidatedTags(what)
  const context = getRequestContext()
  const number = await processCache().invalidations.add(tags, context ? context.url.pathname : 'job')
  if (!context) return
  for (const tag of tags) context.invalidated.tags.add(tag)
  context.invalidated.number = Math.max(context.invalidated.number, number)
}
