import { DRAFT_COOKIE } from '#app/forms/form-fields.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { hasCdn } from '#app/site.ts'

/** The parts of a request that decide if a cached page may respond to it. */
export type CacheRequest = {
  method: string
  /** Encoded, in its canonical form. */
  pathname: string
  /** With its question mark; empty when there is none. */
  search: string
  /** The `Cookie` header. */
  cookie: string | undefined
  /** The domain of the routing table that `Host` names; undefined for any other host. */
  domain: string | undefined
  /** The visitor's language, where URLs do not say it. */
  locale?: string | undefined
}

/** The cache key of a page. Nothing else that a visitor sends is part of it. */
export type CacheKey = Pick<CacheRequest, 'pathname' | 'domain' | 'locale'> & { theme: 'light' | 'dark' | undefined }

/** Returns the cache key as a string. No path contains a space. */
export function serializeKey({ pathname, domain, locale, theme }: CacheKey): string {
  return `${domain ?? ''}${locale === undefined ? '' : `/${locale}`} ${theme ?? ''} ${pathname}`
}

/** Returns true for a request whose page is rendered for its visitor alone. */
export function isForVisitor({ method, cookie }: Pick<CacheRequest, 'method' | 'cookie'>, sessions: readonly string[]) {
  if (method !== 'GET' && method !== 'HEAD') return true
  // With a draft the page shows a flash message, or what was typed.
  return [...sessions, DRAFT_COOKIE].some((name) => readCookie(cookie, name) !== undefined)
}

/** Returns the theme that a visitor has chosen. A CDN has one page for all: with it, a script applies the theme. */
export function themeOf(cookie: string | undefined): CacheKey['theme'] {
  if (hasCdn) return undefined
  const theme = readCookie(cookie, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/**
 * Decides if a cached page may respond to a request, and which. Pure.
 *
 * @param sessions names of the session cookies: pages are rendered for each visitor who has one
 * @param isStatic returns true for the path of a page with `staticData.cache: 'static'`
 */
export function getCacheKey(
  { method, pathname, search, cookie, domain, locale }: CacheRequest,
  sessions: readonly string[],
  isStatic: (pathname: string) => boolean,
): { type: 'static'; key: CacheKey } | { type: 'visitor' } {
  const isOwn = search !== '' || isForVisitor({ method, cookie }, sessions)
  if (isOwn || !isStatic(pathname)) return { type: 'visitor' }
  return { type: 'static', key: { pathname, domain, locale, theme: themeOf(cookie) } }
}
