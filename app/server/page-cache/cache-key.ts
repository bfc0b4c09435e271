import { DRAFT_COOKIE } from '#app/forms/form-fields.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Marks a page that all visitors share: it depends on its URL, its language and the theme, and changes with the
     * build alone. It is rendered once, without anything of a visitor, and cached.
     */
    cache?: 'static'
  }
}

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
}

/** The cache key of a page. Nothing else that a visitor sends is part of it. */
export type CacheKey = Pick<CacheRequest, 'pathname' | 'domain'> & { theme: 'light' | 'dark' | undefined }

/** Returns the cache key as a string. No path contains a space. */
export function serializeKey({ pathname, domain, theme }: CacheKey): string {
  return `${domain ?? ''} ${theme ?? ''} ${pathname}`
}

/**
 * Decides if a cached page may respond to a request, and which. Pure.
 *
 * @param sessions names of the session cookies: pages are rendered for each visitor who has one
 * @param isStatic returns true for the path of a page with `staticData.cache: 'static'`
 */
export function getCacheKey(
  { method, pathname, search, cookie, domain }: CacheRequest,
  sessions: readonly string[],
  isStatic: (pathname: string) => boolean,
): { type: 'static'; key: CacheKey } | { type: 'visitor' } {
  if (method !== 'GET' && method !== 'HEAD') return { type: 'visitor' }
  const hasSession = sessions.some((session) => readCookie(cookie, session) !== undefined)
  if (search !== '' || hasSession || !isStatic(pathname)) return { type: 'visitor' }
  // The page shows a flash message, or what was typed.
  if (readCookie(cookie, DRAFT_COOKIE) !== undefined) return { type: 'visitor' }
  const theme = readCookie(cookie, 'theme')
  return { type: 'static', key: { pathname, domain, theme: theme === 'light' || theme === 'dark' ? theme : undefined } }
}
