import { isInTransaction } from '#fairlead/database/database.server.ts'
import { cookiePath } from '#fairlead/platform/base-path.ts'
import { getRunningJobs } from '#fairlead/jobs/start-jobs.server.ts'
import { EVERYTHING, INVALIDATED_HEADER } from '#fairlead/navigation/prefetch/revalidate.ts'
import { processCache } from '#fairlead/server/cache/process-cache.server.ts'
import { type Invalidated, invalidatedTags } from '#fairlead/server/cache/tags.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import { getRequestContext, type RequestContext } from '#fairlead/platform/request-context.server.ts'

/** The cookie that names the last invalidation that its visitor caused, so that every process learns of it. */
export const CACHE_AFTER_COOKIE = 'cache-after'

/** Seconds until every process has learned of an invalidation, or works without the database. */
const COOKIE_SECONDS = 5

/** Characters of the header: with more, a proxy in between could refuse the response. */
const MAX_TAGS_LENGTH = 4_000

/**
 * Removes pages and data from the cache in all processes. The visitor whose request calls it sees the change with the
 * next request, all others within a second. Call it after the change is committed: a page that is rendered before
 * counts as old. It waits for the hooks `onInvalidate` of this process, whose errors are reported.
 *
 * @throws Error inside of a transaction
 * @throws RangeError for a tag or path that is not allowed
 * @throws Error while the database is unavailable: then only this process knows of it
 */
export async function invalidate(what: Invalidated): Promise<void> {
  const tags = invalidatedTags(what)
  if (isInTransaction()) throw new Error('invalidate: inside of a transaction; call it after the commit')
  const context = getRequestContext()
  const by = context ? (context.functionName ?? context.url.pathname) : 'job'
  if (tags.length === 0) return
  const number = await processCache().invalidations.add(tags, by)
  await getRunningJobs()?.runInvalidateHooks(tags)
  if (!context) return
  for (const tag of tags) context.invalidated.tags.add(tag)
  context.invalidated.number = Math.max(context.invalidated.number, number)
}

/**
 * Waits until this process knows the visitor's own invalidations (read-your-writes), once for each request. The render
 * of a cached page has no visitor, so the page-cache stage waits before it.
 */
export function catchUpWithVisitor(context: RequestContext): Promise<void> | undefined {
  if (context.caughtUp || context.onPrivateRead) return context.caughtUp
  const number = readCookie(context.request.headers.get('cookie'), CACHE_AFTER_COOKIE)
  if (number === undefined) return undefined
  return (context.caughtUp = processCache().invalidations.catchUp(Number(number)))
}

/** Adds the invalidations of a request to its response, for the browser and for this visitor's next request. */
export function withInvalidated(response: Response, { invalidated: { tags, number } }: RequestContext): Response {
  if (tags.size === 0) return response
  // A copy: the headers of a redirect cannot be changed.
  const copy = copyResponse(response)
  const list = [...tags].join(',')
  copy.headers.set(INVALIDATED_HEADER, list.length > MAX_TAGS_LENGTH ? EVERYTHING : list)
  const attributes = `Max-Age=${COOKIE_SECONDS}; Path=${cookiePath}; HttpOnly; SameSite=Lax`
  copy.headers.append('set-cookie', `${CACHE_AFTER_COOKIE}=${number}; ${attributes}`)
  return copy
}
