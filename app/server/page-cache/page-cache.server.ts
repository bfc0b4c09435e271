import { LRUCache } from 'lru-cache'
import { type CacheKey, serializeKey } from '#app/server/page-cache/cache-key.ts'
import type { CachedPage, Page } from '#app/server/page-cache/cached-page.ts'
import { addToFastPath } from '#app/server/page-cache/fast-path.server.ts'
import {
  makePage,
  type Policy,
  type Rendered,
  respondCached,
  respondRendered,
  sizeOfPage,
} from '#app/server/page-cache/make-page.server.ts'

/** Bytes that all cached pages together may take; the least recently used are evicted first. */
const LIMIT_BYTES = 67_108_864

/** Renders a page for all visitors. */
export type RenderShared = (key: CacheKey) => Promise<Rendered>

export type PageCacheOptions = { policy: Policy }

export type PageCache = {
  /** Returns the cached page; undefined if there is none. */
  find: (key: CacheKey) => CachedPage | undefined
  /** Responds with a cached page; undefined if the page has to be rendered for this visitor. */
  respond: (key: CacheKey, request: Request, render: RenderShared) => Promise<Response | undefined>
}

/**
 * Creates the cache of static pages. A page is rendered on its first request and stays until the process ends or its
 * bytes are needed for others.
 *
 * Only complete pages are cached: status 200, no error, no cookie. Any other result is sent to the first visitor alone;
 * those who waited for it get `undefined`.
 */
export function createPageCache({ policy }: PageCacheOptions, limitBytes = LIMIT_BYTES): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: limitBytes,
    sizeCalculation: sizeOfPage,
  })
  const pending = new Map<string, Promise<CachedPage | undefined>>()

  async function make(key: CacheKey, render: RenderShared): Promise<{ page: Page; cached?: CachedPage }> {
    return makePage(await render(key), policy)
  }

  const find = (key: CacheKey): CachedPage | undefined => pages.get(serializeKey(key))

  async function respond(key: CacheKey, request: Request, render: RenderShared): Promise<Response | undefined> {
    const known = find(key)
    if (known) return respondCached(known, request)
    const name = serializeKey(key)
    const inFlight = pending.get(name)
    if (inFlight) {
      const page = await inFlight
      return page && respondCached(page, request)
    }
    const made = make(key, render)
    const result = made.then(
      ({ cached }) => cached,
      () => undefined,
    )
    pending.set(name, result)
    try {
      const { page, cached } = await made
      if (cached) {
        pages.set(name, cached)
        addToFastPath(key.pathname)
      }
      return cached ? respondCached(cached, request) : respondRendered(page, request.method)
    } finally {
      pending.delete(name)
    }
  }

  return { find, respond }
}
