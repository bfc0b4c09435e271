import { readCookie } from '#app/server/http/read-cookie.ts'
import type { CacheOptions, TaggedMatch } from '#app/server/page-cache/cache-options.ts'
import {
  type CacheKey,
  type CacheRequest,
  isForVisitor,
  serializeKey,
  themeOf,
} from '#app/server/page-cache/cache-key.ts'
import { CACHE_LIMITS } from '#app/server/page-cache/freshness.ts'

/** The cache key of a page with an age: what is declared, and nothing else that a visitor sends. */
export type AgedKey = CacheKey & {
  /** The declared params of the query, in the order of their declaration; with its question mark, or empty. */
  search: string
  /** The declared cookies, as a `Cookie` header; empty when the visitor has none. */
  cookies: string
  /** The declared headers that were sent, in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
}

/** A request with the values of its headers. */
export type AgedRequest = CacheRequest & { header: (name: string) => string | null }

/** Returns the part of a query that is declared. */
function declaredSearch(search: string, names: readonly string[]): URLSearchParams {
  const all = new URLSearchParams(search)
  return new URLSearchParams(names.flatMap((name) => all.getAll(name).map((value) => [name, value])))
}

/**
 * Decides if a page with an age may respond to a request, and which. Values that are too long, such as those of somebody
 * who wants to fill the cache, are rendered for their visitor alone. A session makes no difference: a page that reads it
 * is not cached. Pure.
 */
export function getAgedKey(
  { header, ...request }: AgedRequest,
  { vary = {}, search: params = [] }: CacheOptions,
): { type: 'shared'; key: AgedKey } | { type: 'visitor' } {
  const { pathname, domain, locale, cookie } = request
  if (isForVisitor(request, []) || pathname.length > CACHE_LIMITS.tagLength) return { type: 'visitor' }
  const search = declaredSearch(request.search, params).toString()
  const cookies = (vary.cookies ?? [])
    .flatMap((name) => {
      const value = readCookie(cookie, name)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
    })
    .join('; ')
  const headers = (vary.headers ?? []).flatMap((name) => {
    const value = header(name)
    return value === null ? [] : [[name.toLowerCase(), value] as const]
  })
  const length = search.length + cookies.length + headers.reduce((sum, [, value]) => sum + value.length, 0)
  if (length > CACHE_LIMITS.keyLength) return { type: 'visitor' }
  return {
    type: 'shared',
    key: { pathname, domain, locale, theme: themeOf(cookie), search: search && `?${search}`, cookies, headers },
  }
}

/** Returns a key with an age as a string. It begins with what is the same for all variants. */
export function serializeAgedKey({ search, cookies, headers, ...key }: AgedKey): string {
  return `${serializeKey(key)} ${JSON.stringify([search, cookies, headers])}`
}

/** Returns the path of a serialized key. */
export function pathnameOfKey(key: string): string {
  return key.split(' ', 3)[2] ?? ''
}

/** Returns what `tags` of a route gets for a page. */
export function taggedMatch(params: Readonly<Record<string, string | undefined>>, search: string): TaggedMatch {
  return { params, search: Object.fromEntries(new URLSearchParams(search)) }
}
