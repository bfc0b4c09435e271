import { LRUCache } from 'lru-cache'
import { languages } from '#app/navigation/locale/locale.ts'
import { readPublicPath, routedPath } from '#app/navigation/locale/locale-url.ts'
import { log } from '#app/server/log.server.ts'
import { type AgedKey, serializeAgedKey, taggedMatch } from '#app/server/page-cache/aged-key.ts'
import { serializeKey } from '#app/server/page-cache/cache-key.ts'
import type { CacheOptions } from '#app/server/page-cache/cache-options.ts'
import { ageHeader, allowCdn } from '#app/server/page-cache/cdn-headers.ts'
import type { CachedPage, Page } from '#app/server/page-cache/cached-page.ts'
import { addToFastPath } from '#app/server/page-cache/fast-path.server.ts'
import type { Outcome } from '#app/server/page-cache/freshness.ts'
import {
  makePage,
  type Policy,
  type Rendered,
  respondCached,
  respondRendered,
} from '#app/server/page-cache/make-page.server.ts'
import { privateReadMessage } from '#app/server/page-cache/private-reads.server.ts'
import type { Entry, Found, SharedCache } from '#app/server/page-cache/shared-cache.server.ts'
import { encodeTags, isTooLong } from '#app/server/page-cache/tags.ts'
import { pathTag } from '#app/server/http/cache-tag.ts'
import { hasCdn } from '#app/site.ts'

/** A page with an age: its route, and the params of its path. */
export type AgedRoute = { id: string; options: CacheOptions; params: Readonly<Record<string, string | undefined>> }

/** A page that was rendered for all; `tags` of the cached data that it read, `privateRead` what it may not depend on. */
export type RenderedAged = Rendered & { tags: readonly string[]; privateRead: string | undefined }

/** Time until a page is rendered for all again that read what is private, in milliseconds. */
const RETRY_MS = 60_000

/** Pages that are remembered for it; the least recently requested is forgotten first. */
const PRIVATE_PAGES = 1_000

/** The name by which `Cache-Status` (RFC 9211) calls this cache. */
const STATUS = { hit: 'page-cache; hit', stale: 'page-cache; hit; detail=stale', made: 'page-cache; fwd=miss; stored' }

/** Returns the tags of a page: those of its route, of the data that it read, and its path in this language and in all,
 * as the routes have it. */
function tagsOfPage(
  { id, options, params }: AgedRoute,
  { pathname, domain, search }: Pick<AgedKey, 'pathname' | 'domain' | 'search'>,
  read: Iterable<string>,
): string[] {
  const own = encodeTags(`the route ${id}: staticData.cache.tags`, options.tags?.(taggedMatch(params, search)) ?? [])
  const inAllLanguages = readPublicPath(languages, pathname, domain).path
  const paths = [pathname, routedPath(languages, pathname, domain), inAllLanguages]
  return [...new Set([...own, ...read, ...paths.map(pathTag)])]
}

export type AgedPagesOptions = {
  cache: () => SharedCache<CachedPage>
  policy: Policy
  /** Returns true for a page that a CDN may store. */
  isForCdn: (route: AgedRoute, key: AgedKey) => boolean
  now?: () => number
}

/** Creates the cache of pages with an age. */
export function createAgedPages({ cache, policy, isForCdn, now = Date.now }: AgedPagesOptions) {
  /** Until when a page is rendered for each visitor, by the part of its key that all variants share. */
  const privateUntil = new LRUCache<string, number>({ max: PRIVATE_PAGES })
  let isUsed = false

  async function makeAged(
    route: AgedRoute,
    key: AgedKey,
    rendered: RenderedAged,
  ): Promise<Outcome<CachedPage> & { page?: Page }> {
    const { privateRead } = rendered
    if (privateRead !== undefined) {
      log.warn({ route: route.id, read: privateRead }, privateReadMessage(route.id, privateRead))
      privateUntil.set(serializeKey(key), now() + RETRY_MS)
      return { type: 'uncacheable' }
    }
    const { page, cached } = await makePage(rendered, policy, 'fast')
    if (!cached) return { type: rendered.failed || page.status >= 500 ? 'failed' : 'uncacheable', page }
    const tags = tagsOfPage(route, key, rendered.tags)
    if (tags.some(isTooLong)) return { type: 'uncacheable', page }
    cached.headers.set('cache-status', STATUS.hit)
    if (isForCdn(route, key)) allowCdn(cached.headers, route.options, tags)
    return { type: 'made', value: cached, lifetimes: route.options, tags }
  }

  function respondFound(found: Exclude<Found<CachedPage>, { type: 'uncached' }>, request: Request): Response {
    const response = respondCached(found.entry.value, request)
    if (found.type !== 'hit') response.headers.set('cache-status', STATUS[found.type])
    if (hasCdn) response.headers.set('age', ageHeader(found.entry, now()))
    return response
  }

  return {
    /** Returns the entry of a page that is fresh in memory. */
    fresh: (key: AgedKey): Entry<CachedPage> | undefined => (isUsed ? cache().fresh(serializeAgedKey(key)) : undefined),
    /** Responds with a page that all visitors share; undefined if it has to be rendered for this visitor. */
    async respond(
      route: AgedRoute,
      key: AgedKey,
      request: Request,
      render: (key: AgedKey) => Promise<RenderedAged>,
    ): Promise<Response | undefined> {
      if (now() < (privateUntil.get(serializeKey(key)) ?? 0)) return undefined
      isUsed = true
      /** A page that is not cached is for the visitor for whom it was rendered. */
      let own: Page | undefined
      const found = await cache().get(serializeAgedKey(key), async () => {
        const { page, ...outcome } = await makeAged(route, key, await render(key))
        own = page
        return outcome
      })
      if (found.type === 'uncached') {
        // oxlint-disable-next-line typescript/only-throw-error -- whatever the render threw
        if (found.error !== undefined) throw found.error
        return own && respondRendered(own, request.method)
      }
      const { vary, search } = route.options
      if (vary === undefined && search === undefined) addToFastPath(key.pathname)
      return respondFound(found, request)
    },
  }
}
