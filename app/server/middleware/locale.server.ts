import { localeDetection } from 'virtual:routing'
import { languages } from '#app/navigation/locale/locale.ts'
import { routedPath } from '#app/navigation/locale/locale-url.ts'
import { type LocaleDecision, resolveLocale } from '#app/navigation/locale/resolve-locale.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import type { Middleware } from '#app/server/pipeline.ts'

const NO_FILES: ReadonlySet<string> = new Set()

/** The part of the routing table that concerns languages. */
const table = { ...languages, localeDetection }

/** Reads one header of a request, by its name in lower case. */
type ReadHeader = (name: string) => string | undefined

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
    cookie: readCookie(header('cookie'), 'NEXT_LOCALE'),
    acceptLanguage: header('accept-language'),
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
  const decision = decideLocale(pathname, url.search, header, (path) => matchRouteKind(routes, NO_FILES, path) !== null)
  if (decision.type === 'serve') {
    const routed = routedPath(languages, pathname, header('host'))
    if (routed !== pathname) context.pathname = normalizedPath(routed)
    return next()
  }
  const response = redirectResponse(decision.status, decision.location)
  if (decision.status === 307) {
    response.headers.set('vary', 'Accept-Language, Cookie')
    response.headers.set('cache-control', 'private, no-store')
  }
  return response
}
