import { readCookie } from '#app/server/http/read-cookie.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Marks a page that all visitors share: it depends on its URL, its language and the theme, and changes with the
     * build alone. It is rendered once, without anything of a visitor, and cached.
     */
    kept?: boolean
  }
}

/** A request, as far as it decides whether a kept page may answer it. */
export type CacheRequest = {
  method: string
  /** Encoded, in its one spelling. */
  pathname: string
  /** With its question mark; empty when there is none. */
  search: string
  /** The `Cookie` header. */
  cookie: string | undefined
  /** The domain of the routing table that was asked; never what `Host` says otherwise. */
  domain: string | undefined
}

/** The cache key of a page. Nothing else that a visitor sends is part of it. */
export type CacheKey = Pick<CacheRequest, 'pathname' | 'domain'> & { theme: 'light' | 'dark' | undefined }

/** The name of a kept page; no path has a space in it. */
export function serializeKey({ pathname, domain, theme }: CacheKey): string {
  return `${domain ?? ''} ${theme ?? ''} ${pathname}`
}

/**
 * Decides if a cached page may respond to a request, and which. Pure.
 *
 * @param sessions the cookies that visitors with a session have: their pages are made for them
 * @param isKept whether the page at a path says of itself that it is the same for everyone
 */
export function getCacheKey(
  { method, pathname, search, cookie, domain }: CacheRequest,
  sessions: readonly string[],
  isKept: (pathname: string) => boolean,
): { type: 'kept'; key: CacheKey } | { type: 'visitor' } {
  if (method !== 'GET' && method !== 'HEAD') return { type: 'visitor' }
  const hasSession = sessions.some((session) => readCookie(cookie, session) !== undefined)
  if (search !== '' || hasSession || !isKept(pathname)) return { type: 'visitor' }
  const theme = readCookie(cookie, 'theme')
  return { type: 'kept', key: { pathname, domain, theme: theme === 'light' || theme === 'dark' ? theme : undefined } }
}
