import type { StaticDataRouteOption } from '@tanstack/react-router'
import { LRUCache } from 'lru-cache'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { readPublicPath, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import { type CacheKey, groupOfKey, serializeKey } from '#fairlead/server/cache/cache-key.ts'
import type { CacheOptions, Lifetimes } from '#fairlead/server/cache/cache-options.ts'
import {
  ageHeader,
  allowCdn,
  type CachedPage,
  makePage,
  type Rendered,
  respondCached,
  sizeOfPage,
} from '#fairlead/server/cache/stored-page.server.ts'
import { addToFastPath } from '#fairlead/server/cache/fast-path.server.ts'
import { privateReadMessage } from '#fairlead/server/cache/private-reads.server.ts'
import { processCache } from '#fairlead/server/cache/process-cache.server.ts'
import { createSwrCache, type Entry, type Outcome, type SwrCache } from '#fairlead/server/cache/swr-cache.server.ts'
import { encodeTags, isTooLong } from '#fairlead/server/cache/tags.ts'
import { pathTag } from '#fairlead/platform/http/cache-tag.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { hasCdn } from 'virtual:app/site'

export type SharedPage = {
  id: string
  cache: NonNullable<StaticDataRouteOption['cache']>
  params: Readonly<Record<string, string | undefined>>
}

/**
 * A page that was rendered for all visitors. `tags` belong to the cached data that it read; `privateRead` names the
 * private data that it read, which is a fault.
 */
export type RenderedShared = Rendered & { tags: readonly string[]; privateRead: string | undefined }

/** The lifetimes of a static page, which changes with the build. */
const STATIC: Lifetimes = { freshFor: Infinity, staleFor: 0 }

/** Time until a page that reads private data is rendered for all again, in milliseconds. */
const RETRY_MS = 60_000

/** The least recently requested page is forgotten first. */
const PRIVATE_PAGES = 1_000

/** Values of `Cache-Status` (RFC 9211), in which this cache is called `page-cache`. */
const STATUS = { hit: 'page-cache; hit', stale: 'page-cache; hit; detail=stale', made: 'page-cache; fwd=miss; stored' }

/**
 * Returns `No-Vary-Search` of a page, by which browsers take a document for other params that it does not depend on. A
 * name is written as in a URL.
 */
export function noVarySearch({ search = [] }: Pick<CacheOptions, 'search'>): string {
  const names = search.map((name) => `"${encodeURIComponent(name)}"`).join(' ')
  return names === '' ? 'params' : `params, except=(${names})`
}

/**
 * Creates the cache of pages. Static pages are cached in memory only, up to `limitBytes`; all others are in the cache
 * that all processes share.
 *
 * Only complete pages are cached: status 200, no error, no cookie. Any other result is sent to the visitor for whom it
 * was rendered; visitors who waited for it get `undefined`.
 */
export function createPageCache(
  isForCdn: (options: CacheOptions, key: CacheKey) => boolean,
  hasNoRules: (key: CacheKey) => boolean,
  limitBytes?: number,
) {
  // These pages have no store and are never revalidated, so there are no errors outside of a request.
  const staticPages = createSwrCache<CachedPage>({ sizeOf: sizeOfPage, onError: () => {}, limitBytes })
  let pages: SwrCache<CachedPage> | undefined
  /** The time until which a page is rendered for each visitor, by the part of its key that all variants share. */
  const privateUntil = new LRUCache<string, number>({ max: PRIVATE_PAGES })

  async function make(
    { id, cache, params }: SharedPage,
    key: CacheKey,
    rendered: RenderedShared,
  ): Promise<Outcome<CachedPage> & { response?: Response }> {
    const { privateRead } = rendered
    if (privateRead !== undefined) {
      log.warn({ route: id, read: privateRead }, privateReadMessage(id, privateRead))
      privateUntil.set(groupOfKey(serializeKey(key)), Date.now() + RETRY_MS)
      return { type: 'uncacheable' }
    }
    const page = await makePage(rendered, cache === 'static' ? 'best' : 'fast')
    if (page instanceof Response) {
      return { type: rendered.failed || page.status >= 500 ? 'failed' : 'uncacheable', response: page }
    }
    page.headers.set('cache-status', STATUS.hit)
    if (cache === 'static') return { type: 'made', value: page, lifetimes: STATIC, tags: [] }
    const { pathname, domain, search } = key
    const match = { params, search: Object.fromEntries(new URLSearchParams(search)) }
    const own = encodeTags(`the route ${id}: staticData.cache.tags`, cache.tags?.(match) ?? [])
    // The page's path in this language, its path in all languages, and its path in the routes.
    const inAllLanguages = readPublicPath(languages, pathname, domain).path
    const paths = [pathname, routedPath(languages, pathname, domain), inAllLanguages]
    const tags = [...new Set([...own, ...rendered.tags, ...paths.map(pathTag)])]
    if (tags.some(isTooLong)) return { type: 'uncacheable', response: new Response(page.bodies.identity, page) }
    if (hasNoRules(key) && !page.hasVisitorParts) page.headers.set('no-vary-search', noVarySearch(cache))
    if (isForCdn(cache, key)) allowCdn(page.headers, cache, tags)
    return { type: 'made', value: page, lifetimes: cache, tags }
  }

  return {
    fresh(key: CacheKey): Entry<CachedPage> | undefined {
      const name = serializeKey(key)
      return staticPages.fresh(name) ?? pages?.fresh(name)
    },
    /** Resolves to `undefined` for a page that has to be rendered for this visitor. */
    async respond(
      page: SharedPage,
      key: CacheKey,
      request: Request,
      render: (key: CacheKey) => Promise<RenderedShared>,
    ): Promise<Response | undefined> {
      const name = serializeKey(key)
      if (Date.now() < (privateUntil.get(groupOfKey(name)) ?? 0)) return undefined
      const cache = page.cache === 'static' ? staticPages : (pages ??= processCache().pages)
      /** The response that this request rendered itself; empty if it waited for another request's render. */
      const own: { isRendered?: true; response?: Response | undefined } = {}
      const found = await cache.get(name, async () => {
        own.isRendered = true
        const { response, ...outcome } = await make(page, key, await render(key))
        own.response = response
        return outcome
      })
      count('page_cache_total', { result: found.type })
      if (found.type === 'uncached') {
        // oxlint-disable-next-line typescript/only-throw-error -- whatever the render threw
        if (own.isRendered && found.error !== undefined) throw found.error
        return request.method === 'HEAD' && own.response ? new Response(null, own.response) : own.response
      }
      if (page.cache === 'static' || (page.cache.vary === undefined && page.cache.search === undefined)) {
        addToFastPath(key.pathname)
      }
      const response = respondCached(found.entry.value, request)
      if (found.type !== 'hit') response.headers.set('cache-status', STATUS[found.type])
      if (hasCdn) response.headers.set('age', ageHeader(found.entry, Date.now()))
      return response
    },
  }
}
