import type { StaticDataRouteOption } from '@tanstack/react-router'
import { LRUCache } from 'lru-cache'
import { languages } from '#app/navigation/locale/locale.ts'
import { readPublicPath, routedPath } from '#app/navigation/locale/locale-url.ts'
import { type CacheKey, groupOfKey, serializeKey } from '#app/server/cache/cache-key.ts'
import type { CacheOptions, Lifetimes } from '#app/server/cache/cache-options.ts'
import {
  ageHeader,
  allowCdn,
  type CachedPage,
  makePage,
  type Page,
  type Policy,
  type Rendered,
  respondCached,
  respondRendered,
  sizeOfPage,
} from '#app/server/cache/cached-page.server.ts'
import { addToFastPath } from '#app/server/cache/fast-path.server.ts'
import { privateReadMessage } from '#app/server/cache/private-reads.server.ts'
import { createSwrCache, type Entry, type Outcome, type SwrCache } from '#app/server/cache/swr-cache.server.ts'
import { encodeTags, isTooLong } from '#app/server/cache/tags.ts'
import { pathTag } from '#app/server/http/cache-tag.ts'
import { count } from '#app/server/telemetry/counters.server.ts'
import { log } from '#app/server/log.server.ts'
import { hasCdn } from '#app/site.ts'

/** A page that all visitors share: its route, what that declares, and the params of its path. */
export type SharedPage = {
  id: string
  cache: NonNullable<StaticDataRouteOption['cache']>
  params: Readonly<Record<string, string | undefined>>
}

/** A page that was rendered for all; `tags` of the cached data that it read, `privateRead` what it may not depend on. */
export type RenderedShared = Rendered & { tags: readonly string[]; privateRead: string | undefined }

/** The lifetimes of a static page, which changes with the build. */
const STATIC: Lifetimes = { freshFor: Infinity, staleFor: 0 }

/** Time until a page that reads private data is rendered for all again, in milliseconds. */
const RETRY_MS = 60_000

/** Such pages that are known at a time; the least recently requested is forgotten first. */
const PRIVATE_PAGES = 1_000

/** What `Cache-Status` (RFC 9211) says, in which this cache is `page-cache`. */
const STATUS = { hit: 'page-cache; hit', stale: 'page-cache; hit; detail=stale', made: 'page-cache; fwd=miss; stored' }

/**
 * Returns the tags of a page: those of its route and of the data that it read, and its path in this language and in all,
 * as the routes have it.
 */
function tagsOfPage(
  id: string,
  options: CacheOptions,
  params: SharedPage['params'],
  { pathname, domain, search }: CacheKey,
  read: Iterable<string>,
): string[] {
  const match = { params, search: Object.fromEntries(new URLSearchParams(search)) }
  const own = encodeTags(`the route ${id}: staticData.cache.tags`, options.tags?.(match) ?? [])
  const inAllLanguages = readPublicPath(languages, pathname, domain).path
  const paths = [pathname, routedPath(languages, pathname, domain), inAllLanguages]
  return [...new Set([...own, ...read, ...paths.map(pathTag)])]
}

export type PageCacheOptions = {
  /** Returns the cache that all processes share. It is asked for once a page with a TTL is requested. */
  shared: () => SwrCache<CachedPage>
  policy: Policy
  /** True for a page that a CDN may store. */
  isForCdn: (options: CacheOptions, key: CacheKey) => boolean
  /** Is called with each request for a page that is cached, or will be. */
  onRequest?: (name: string, key: CacheKey) => void
  now?: () => number
  /** Bytes of static pages. */
  limitBytes?: number
}

/**
 * Creates the cache of pages. Static pages never go stale, and are cached in memory only; all others are in the cache that
 * all processes share.
 *
 * Only complete pages are cached: status 200, no error, no cookie. Any other result is sent to the visitor for whom it was
 * rendered; visitors who waited for it get `undefined`.
 */
export function createPageCache({ shared, policy, isForCdn, onRequest, now = Date.now, limitBytes }: PageCacheOptions) {
  // Without a store, and with nothing to revalidate, nothing fails that nobody waits for.
  const staticPages = createSwrCache<CachedPage>({ sizeOf: sizeOfPage, onError: () => {}, now, limitBytes })
  let pages: SwrCache<CachedPage> | undefined
  /** Until when a page is rendered for each visitor, by the part of its key that all variants share. */
  const privateUntil = new LRUCache<string, number>({ max: PRIVATE_PAGES })

  async function make(
    { id, cache, params }: SharedPage,
    key: CacheKey,
    rendered: RenderedShared,
  ): Promise<Outcome<CachedPage> & { page?: Page }> {
    const { privateRead } = rendered
    if (privateRead !== undefined) {
      log.warn({ route: id, read: privateRead }, privateReadMessage(id, privateRead))
      privateUntil.set(groupOfKey(serializeKey(key)), now() + RETRY_MS)
      return { type: 'uncacheable' }
    }
    const { page, cached } = await makePage(rendered, policy, cache === 'static' ? 'best' : 'fast')
    if (!cached) return { type: rendered.failed || page.status >= 500 ? 'failed' : 'uncacheable', page }
    cached.headers.set('cache-status', STATUS.hit)
    if (cache === 'static') return { type: 'made', value: cached, lifetimes: STATIC, tags: [] }
    const tags = tagsOfPage(id, cache, params, key, rendered.tags)
    if (tags.some(isTooLong)) return { type: 'uncacheable', page }
    if (isForCdn(cache, key)) allowCdn(cached.headers, cache, tags)
    return { type: 'made', value: cached, lifetimes: cache, tags }
  }

  return {
    /** Returns the entry of a page that is fresh in memory. */
    fresh(key: CacheKey): Entry<CachedPage> | undefined {
      const name = serializeKey(key)
      const entry = staticPages.fresh(name) ?? pages?.fresh(name)
      if (entry) onRequest?.(name, key)
      return entry
    },
    /** Responds with a page that all visitors share; undefined if it has to be rendered for this visitor. */
    async respond(
      page: SharedPage,
      key: CacheKey,
      request: Request,
      render: (key: CacheKey) => Promise<RenderedShared>,
    ): Promise<Response | undefined> {
      const name = serializeKey(key)
      if (now() < (privateUntil.get(groupOfKey(name)) ?? 0)) return undefined
      onRequest?.(name, key)
      const cache = page.cache === 'static' ? staticPages : (pages ??= shared())
      /** The page that was rendered for this request, and not for one that came before it. */
      let own: { page: Page | undefined } | undefined
      const found = await cache.get(name, async () => {
        own = { page: undefined }
        const { page: made, ...outcome } = await make(page, key, await render(key))
        own.page = made
        return outcome
      })
      count('page_cache_total', { result: found.type })
      if (found.type === 'uncached') {
        // oxlint-disable-next-line typescript/only-throw-error -- whatever the render threw
        if (own && found.error !== undefined) throw found.error
        return own?.page && respondRendered(own.page, request.method)
      }
      if (page.cache === 'static' || (page.cache.vary === undefined && page.cache.search === undefined)) {
        addToFastPath(key.pathname)
      }
      const response = respondCached(found.entry.value, request)
      if (found.type !== 'hit') response.headers.set('cache-status', STATUS[found.type])
      if (hasCdn) response.headers.set('age', ageHeader(found.entry, now()))
      return response
    },
  }
}
