import type { QueryCache } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import { encodeTag, pathTag } from '#app/server/http/cache-tag.ts'

/** The header by which the response to a call names what it has invalidated: tags and paths, separated by commas. */
export const INVALIDATED_HEADER = 'x-invalidated'

/** Stands in the header for more tags than fit. */
export const EVERYTHING = '*'

/** Returns the tags of the page at a target, as the server's cache has them: those of its route, and its paths. */
export function tagsOfTarget(router: Pick<AnyRouter, 'getMatchedRoutes'>, target: string): string[] {
  const { pathname, searchParams } = new URL(target, 'http://host.invalid')
  const [, params, route] = router.getMatchedRoutes(target.split('?', 1)[0] ?? '')
  const cache = route?.options.staticData?.cache
  const own = typeof cache === 'object' ? cache.tags?.({ params, search: Object.fromEntries(searchParams) }) : undefined
  const prefix = params.locale === undefined ? '' : `/${params.locale}`
  return [...(own ?? []).map(encodeTag), ...[pathname, pathname.slice(prefix.length) || '/'].map(pathTag)]
}

/**
 * Marks the entries as expired whose pages have a tag that a response names, and no others. Data of a running fetch was
 * read before: it counts as expired when it arrives.
 */
export function expireTagged(
  { headers }: Pick<Response, 'headers'>,
  {
    entries,
    queryCache,
    router,
  }: {
    entries: Pick<PrefetchCache, 'all'>
    queryCache: Pick<QueryCache, 'get'>
    router: Pick<AnyRouter, 'getMatchedRoutes'>
  },
): void {
  const header = headers.get(INVALIDATED_HEADER)
  if (header === null) return
  const tags = new Set(header.split(','))
  for (const [target, { queries }] of entries.all) {
    if (!tags.has(EVERYTHING) && !tagsOfTarget(router, target).some((tag) => tags.has(tag))) continue
    for (const hash of queries) {
      const query = queryCache.get(hash)
      const invalidate = () => query?.invalidate()
      if (query?.state.fetchStatus === 'fetching') query.promise?.then(invalidate, invalidate)
      invalidate()
    }
  }
}
