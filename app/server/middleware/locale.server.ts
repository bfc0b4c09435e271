import { localeDetection } from 'virtual:routing'
import { LOCALE_COOKIE, languages } from '#app/navigation/locale/locale.ts'
import { routedPath } from '#app/navigation/locale/locale-url.ts'
import { type LocaleDecision, resolveLocale, visitorLocale } from '#app/navigation/locale/resolve-locale.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { cookieText } from '#app/ui/cookies.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import type { Middleware } from '#app/server/pipeline.ts'

/** The part of the routing table that concerns languages. */
const table = { ...languages, localeDetection }

/** Reads one header of a request, by its name in lower case. */
type ReadHeader = (name: string) => string | undefined

/** The headers that a visitor's language is detected by. */
const languageHeaders = (header: ReadHeader) => ({
  cookie: readCookie(header('cookie'), LOCALE_COOKIE),
  acceptLanguage: header('accept-language'),
})

/** Returns the language of a visitor, where URLs do not say it; `undefined` where they do. */
export function detectVisitorLocale(header: ReadHeader): string | undefined {
  if (languages.localePrefix !== 'never') return undefined
  return visitorLocale(table, { host: header('host'), ...languageHeaders(header) })
}

/**
 * Decides which language a request is for, and at which URL.
 *
 * @param pathname normalized
 * @param search with its question mark, or empty
 * @param isPage returns true for a path of the routes where a page is
 */
export function decideLocale(
  pathname: string,
  search: string,
  header: ReadHeader,
  isPage?: (path: string) => boolean,
): LocaleDecision {
  const origin = { hosts: [header('host') ?? ''], publicOrigin: undefined }
  const request = {
    pathname,
    search,
    host: header('host'),
    ...languageHeaders(header),
    fromHere: getRequestSource({ ...origin, header: (name) => header(name) ?? null }) === 'same-origin',
    ...(isPage && { isPage }),
  }
  return resolveLocale(table, request)
}

/**
 * Redirects to the one URL of a page in its language, and from the first page to the visitor's language. Sets the path
 * that the routes have for it.
 */
export const localeRedirect: Middleware = (context, next) => {
  const { request, url, pathname, routes } = context
  const header: ReadHeader = (name) => request.headers.get(name) ?? undefined
  const decision = decideLocale(pathname, url.search, header, (path) => matchRouteKind(routes, path) !== null)
  if (decision.type === 'serve') {
    const routed = routedPath(languages, pathname, header('host'))
    if (routed !== pathname) context.pathname = normalizedPath(routed)
    return next()
  }
  const response = redirectResponse(decision.status, decision.location)
  if (decision.status === 307 || decision.chosen !== undefined) {
    response.headers.set('vary', 'Accept-Language, Cookie')
    response.headers.set('cache-control', 'private, no-store')
  }
  if (decision.chosen !== undefined) response.headers.set('set-cookie', cookieText(LOCALE_COOKIE, decision.chosen))
  return response
}
