import { domains, defaultLocale, localeDetection, locales, prefixes } from 'virtual:routing'
import { type LocaleDecision, resolveLocale } from '#app/navigation/locale/resolve-locale.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import type { Middleware } from '#app/server/pipeline.ts'

/** The part of the routing table that concerns languages. */
const languages = { locales, prefixes, defaultLocale, domains, localeDetection }

/** Reads one header of a request, by its name in lower case. */
type ReadHeader = (name: string) => string | undefined

/**
 * Decides which language a request is for, and at which URL.
 *
 * @param pathname normalized
 * @param search with its question mark, or empty
 */
export function decideLocale(pathname: string, search: string, header: ReadHeader): LocaleDecision {
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

/** Redirects to the one form of a language prefix, and from the first page to the visitor's language. */
export const localeRedirect: Middleware = ({ request, url, pathname }, next) => {
  const decision = decideLocale(pathname, url.search, (name) => request.headers.get(name) ?? undefined)
  if (decision.type === 'serve') return next()
  const response = redirectResponse(decision.status, decision.location)
  if (decision.status === 307) {
    response.headers.set('vary', 'Accept-Language, Cookie')
    response.headers.set('cache-control', 'private, no-store')
  }
  return response
}
