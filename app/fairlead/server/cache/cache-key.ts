import type { StaticDataRouteOption } from '@tanstack/react-router'
import { DRAFT_COOKIE } from '#fairlead/forms/form-fields.ts'
import { CACHE_LIMITS, type CacheOptions } from '#fairlead/server/cache/cache-options.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { hasCdn } from 'virtual:app/site'

export type CacheRequest = {
  method: string
  /** Encoded, in its canonical form. */
  pathname: string
  /** With its question mark; empty when there is none. */
  search: string
  cookie: string | undefined
  /** The domain of the routing table that `Host` names; undefined for any other host. */
  domain: string | undefined
  /** The visitor's language, where URLs do not say it. */
  locale?: string | undefined
  header: (name: string) => string | null
}

/** The cache key of a page. It contains nothing else that a visitor sends. */
export type CacheKey = Pick<CacheRequest, 'pathname' | 'domain' | 'locale'> & {
  theme: 'light' | 'dark' | undefined
  /** The declared params of the query, in the order of their declaration; with its question mark, or empty. */
  search: string
  /** The declared cookies, as a `Cookie` header; empty when the visitor has none. */
  cookies: string
  /** The declared headers that were sent, in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
}

/** Returns the theme that a visitor has chosen. A CDN stores one page for all; a script applies the theme there. */
function themeOf(cookie: string | undefined): CacheKey['theme'] {
  if (hasCdn) return undefined
  const theme = readCookie(cookie, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

function declaredSearch(search: string, names: readonly string[]): string {
  if (search === '' || names.length === 0) return ''
  const all = new URLSearchParams(search)
  const declared = names.flatMap((name) => all.getAll(name).map((value) => [name, value]))
  return declared.length === 0 ? '' : `?${new URLSearchParams(declared).toString()}`
}

/**
 * Decides whether a cached page may respond to a request, and which one. A request with values that are too long is
 * rendered for its visitor, because such values may be sent to fill the cache. Pure.
 *
 * A session makes no difference to a page with a TTL, which is not cached if it reads the session. A static page may
 * read it, and is rendered for each visitor who has one.
 */
export function getCacheKey(
  { method, pathname, search, cookie, domain, locale, header }: CacheRequest,
  cache: NonNullable<StaticDataRouteOption['cache']>,
  sessions: readonly string[],
): { type: 'shared'; key: CacheKey } | { type: 'visitor' } {
  const isStatic = cache === 'static'
  const isForVisitor =
    (method !== 'GET' && method !== 'HEAD') ||
    pathname.length > CACHE_LIMITS.tagLength ||
    (isStatic && search !== '') ||
    // With a draft the page shows a flash message, or what was typed.
    [DRAFT_COOKIE, ...(isStatic ? sessions : [])].some((name) => readCookie(cookie, name) !== undefined)
  if (isForVisitor) return { type: 'visitor' }
  const key: CacheKey = { pathname, domain, locale, theme: themeOf(cookie), search: '', cookies: '', headers: [] }
  if (isStatic) return { type: 'shared', key }

  const { vary = {}, search: params = [] }: CacheOptions = cache
  key.search = declaredSearch(search, params)
  key.cookies = (vary.cookies ?? [])
    .flatMap((name) => {
      const value = readCookie(cookie, name)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
    })
    .join('; ')
  key.headers = (vary.headers ?? []).flatMap((name) => {
    const value = header(name)
    return value === null ? [] : [[name.toLowerCase(), value] as const]
  })
  const length = key.search.length + key.cookies.length + key.headers.reduce((sum, [, value]) => sum + value.length, 0)
  return length > CACHE_LIMITS.keyLength ? { type: 'visitor' } : { type: 'shared', key }
}

/** Returns a request for a page that contains only the parts of its key. */
export function requestForKey(
  { pathname, search, domain, theme, cookies, headers: declared }: CacheKey,
  origin: string,
): Request {
  const headers = new Headers(declared.map(([name, value]): [string, string] => [name, value]))
  headers.set('accept', 'text/html')
  if (domain !== undefined) headers.set('host', domain)
  const cookie = [theme && `theme=${theme}`, cookies].filter(Boolean).join('; ')
  if (cookie !== '') headers.set('cookie', cookie)
  return new Request(new URL(pathname + search, origin), { headers })
}

/** Returns a key as a string. Its first three words contain no space, and are the same for all variants. */
export function serializeKey({ pathname, domain, locale, theme, search, cookies, headers }: CacheKey): string {
  const origin = `${domain ?? ''}${locale === undefined ? '' : `/${locale}`}`
  return `${origin} ${theme ?? ''} ${pathname} ${JSON.stringify([search, cookies, headers])}`
}

/** Returns the part of a serialized key that all variants share. */
export function groupOfKey(key: string): string {
  return key.split(' ', 3).join(' ')
}

export function pathnameOfKey(key: string): string {
  return key.split(' ', 3)[2] ?? ''
}
