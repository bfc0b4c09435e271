import { domains, defaultLocale, localeDetection, locales, prefixes } from 'virtual:routing'
import { type LocaleDecision, resolveLocale } from '#app/navigation/locale/resolve-locale.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import { writeRobots, writeSitemap } from '#app/navigation/locale/sitemap.ts'
import { canonicalPath } from '#app/navigation/routing-table/match/url-encoding.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import { splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** The table as detection sees it. */
const languages = { locales, prefixes, defaultLocale, domains, localeDetection }

/** What the first page depends on besides its address. */
export const VARIES_BY_LANGUAGE = 'Accept-Language, Cookie'

/** Reads one header of a request, by its name in lower case. */
type ReadHeader = (name: string) => string | undefined

/** What a request's language makes of its address. `search` with its question mark, or empty. */
export function decideLanguage(pathname: string, search: string, header: ReadHeader): LocaleDecision {
  const origin = { hosts: [header('host') ?? ''], publicOrigin: undefined }
  return resolveLocale(languages, {
    pathname,
    search,
    host: header('host'),
    cookie: readCookie(header('cookie'), 'NEXT_LOCALE'),
    acceptLanguage: header('accept-language'),
    fromHere: getRequestSource({ ...origin, header: (name) => header(name) ?? null }) === 'same-origin',
  })
}

/**
 * Answers what a request's language decides before any route is asked: the one spelling of a prefix, and the first page
 * in the visitor's language.
 *
 * @param pathname normalized
 */
export function localeRedirect(request: Request, pathname: string): Response | undefined {
  const { search } = new URL(request.url)
  const decision = decideLanguage(pathname, search, (name) => request.headers.get(name) ?? undefined)
  if (decision.type === 'serve') return undefined
  const response = redirectResponse(decision.status, decision.location)
  if (decision.status === 307) {
    response.headers.set('vary', VARIES_BY_LANGUAGE)
    response.headers.set('cache-control', 'private, no-store')
  }
  return response
}

/** Answers 404 where the server reserves a path, in any language, and has nothing there. */
export function answerAbsent(pathname: string): Response | undefined {
  const { path } = splitLocale(languages, canonicalPath(pathname))
  return reservedAt(path) === 'absent' ? new Response('Not Found\n', { status: 404 }) : undefined
}

/** Answers `/robots.txt`, `/sitemap.xml` and the parts of a large sitemap. `paths` are asked for only then. */
export function seoFiles(pathname: string, origin: string, paths: () => string[]): Response | undefined {
  if (pathname === '/robots.txt')
    return new Response(writeRobots(origin), { headers: { 'content-type': 'text/plain' } })
  const part = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(pathname)
  if (!part) return undefined
  const sitemap = writeSitemap(languages, paths(), origin, part[1] === undefined ? undefined : Number(part[1]))
  return sitemap === undefined
    ? new Response('Not Found\n', { status: 404 })
    : new Response(sitemap, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
