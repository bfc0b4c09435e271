import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { completePageHeaders } from '#app/server/finish-response.server.ts'
import type { CspSources } from '#app/server/http/csp-sources.ts'
import { type CacheKey, serializeKey } from '#app/server/page-cache/cache-key.ts'
import type { CachedPage, Page } from '#app/server/page-cache/cached-page.ts'
import { addToFastPath, preparedResponse } from '#app/server/page-cache/fast-path.server.ts'

/** Bytes that all cached pages together may take; the least recently used are evicted first. */
const LIMIT_BYTES = 67_108_864

/** A rendered page; `failed` when an error was captured meanwhile, `sources` what it uses beside what all pages use. */
export type Rendered = { response: Response; failed: boolean; sources?: CspSources }

/** Renders a page for all visitors. */
export type RenderShared = (key: CacheKey) => Promise<Rendered>

export type PageCacheOptions = {
  /** Returns the Content-Security-Policy of a document, by the sources of its own scripts. */
  policy: (scripts: readonly string[], page: CspSources) => string
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** React escapes `<` inside of a script, so the first end tag is its own. */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Returns the CSP sources (`'sha256-…'`) of a document's inline scripts. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, attributes = '']) => !/\ssrc=/.test(attributes))
  const hashes = scripts.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

/** Returns the response that `preparedResponse` chooses for a web request. */
function respondCached(page: CachedPage, { method, headers: sent }: Request): Response {
  const conditions = {
    'if-none-match': sent.get('if-none-match') ?? undefined,
    'accept-encoding': sent.get('accept-encoding') ?? undefined,
  }
  const { status, headers, body } = preparedResponse(page, conditions)
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}

/** Returns a page that is not cached, as it was rendered. */
function respondRendered({ status, headers, bodies: { identity } }: Page, method: string): Response {
  const all = new Headers(headers)
  all.set('content-length', String(identity.length))
  return new Response(method === 'HEAD' ? null : identity, { status, headers: all })
}

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
    sizeCalculation: ({ bodies: { identity, br, gzip: zipped } }) => identity.length + br.length + zipped.length,
  })
  const pending = new Map<string, Promise<CachedPage | undefined>>()

  async function make(key: CacheKey, render: RenderShared): Promise<{ page: Page; cached?: CachedPage }> {
    const { response, failed, sources = {} } = await render(key)
    const identity = Buffer.from(await response.arrayBuffer())
    const { status } = response
    const headers = new Headers(response.headers)
    const isDocument = headers.get('content-type')?.startsWith('text/html') === true
    if (isDocument) completePageHeaders(headers, policy(inlineScriptHashes(identity.toString()), sources))
    headers.append('vary', 'Accept-Encoding')
    if (failed || status !== 200 || !isDocument || headers.has('set-cookie')) {
      return { page: { status, headers, bodies: { identity } } }
    }
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    headers.set('etag', etag)
    const [br, zipped] = await Promise.all([
      toBrotli(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
      toGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
    ])
    const cached: CachedPage = { status, headers, etag, bodies: { identity, br, gzip: zipped } }
    return { page: cached, cached }
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
