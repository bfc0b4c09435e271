import { copyResponse } from '#app/server/http/string-response.server.ts'
import { EVERYTHING, INVALIDATED_HEADER } from '#app/navigation/prefetch/expire-tagged.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { processCache } from '#app/server/page-cache/process-cache.server.ts'
import type { RequestContext } from '#app/server/request-context.server.ts'

/** The cookie that names the last invalidation which its visitor caused, so that every process knows of it. */
export const OWN_WRITES_COOKIE = 'cache-after'

/** Seconds until every process knows of an invalidation, or is without the database. */
const LIFETIME = 5

/** Characters of the header: with more, a response could be too large for what is in between. */
const MAX_TAGS_LENGTH = 4_000

const caughtUp = new WeakMap<Request, Promise<void>>()

/**
 * Waits until this process knows of what the visitor has invalidated (read-your-writes), once for each request. The render
 * of a cached page has no visitor: the page-cache stage has waited before it.
 */
export function catchUpWithVisitor({
  request,
  onPrivateRead,
}: Pick<RequestContext, 'request' | 'onPrivateRead'>): Promise<void> | undefined {
  const known = caughtUp.get(request)
  if (known || onPrivateRead) return known
  const number = readCookie(request.headers.get('cookie'), OWN_WRITES_COOKIE)
  if (number === undefined) return undefined
  const done = processCache().catchUp(Number(number))
  caughtUp.set(request, done)
  return done
}

/** Names what a request invalidated in its response, for the browser and for the next request of this visitor. */
export function withInvalidated(response: Response, { invalidated: { tags, number } }: RequestContext): Response {
  if (tags.size === 0) return response
  // A copy: the headers of a redirect cannot be changed.
  const copy = copyResponse(response)
  const list = [...tags].join(',')
  copy.headers.set(INVALIDATED_HEADER, list.length > MAX_TAGS_LENGTH ? EVERYTHING : list)
  const attributes = `Max-Age=${LIFETIME}; Path=/; HttpOnly; SameSite=Lax`
  copy.headers.append('set-cookie', `${OWN_WRITES_COOKIE}=${number}; ${attributes}`)
  return copy
}
