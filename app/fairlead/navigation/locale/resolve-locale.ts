import { matchLanguage, parseAcceptLanguage } from '#fairlead/navigation/locale/accept-language.ts'
import { defaultLocaleFor, type Languages, localesAt, localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { joinPrefix, splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'

/** The cookie of the language that a visitor has chosen. It has the name that Next.js gives it. */
export const LOCALE_COOKIE = 'NEXT_LOCALE'

export type LocaleRequest = {
  /** The path, percent-encoded, without runs of slashes. */
  pathname: string
  /** The query with its `?`, or empty. */
  search: string
  host?: string | undefined
  /** The raw value of the cookie `NEXT_LOCALE`. */
  cookie?: string | undefined
  acceptLanguage?: string | undefined
  /** True if the referrer is a page of this site, so that the visitor has a language already. */
  fromHere: boolean
  /**
   * Returns true if a page is at a path of the routes that begins with the name of a locale; by default there is none.
   */
  isPage?: (path: string) => boolean
}

export type LocaleDecision =
  | { type: 'serve' }
  /** 308: the URL is not canonical. 307: it depends on the visitor's language. */
  | { type: 'redirect'; status: 307 | 308; location: string; chosen?: string }

/**
 * Decides whether a request is redirected because of its language. The query is kept.
 *
 * A prefix has one canonical form: none for the default language (`/en/x` to `/x`), the table's case for others
 * (`/DE/x` to `/de/x`). A language with a domain is served there. A page has one public path in a language: the path of
 * its route, its path in another language and a former path redirect to it. If there is no prefix, the language is
 * detected at `/` or at every page: from the cookie, else from `Accept-Language`; invalid and unknown values are
 * ignored.
 *
 * With `localePrefix: 'never'` every path is in the visitor's language. A prefix chooses it, once: `chosen` is to be
 * stored in the cookie.
 */
export function resolveLocale(
  languages: Languages & Pick<Routing, 'localeDetection'>,
  request: LocaleRequest,
): LocaleDecision {
  const { host, isPage = () => false } = request
  const { locale, path: behind } = splitLocale(languages, request.pathname)
  // Paths that the server reserves have no language, even if a page with params would match.
  const isPageAt = (path: string, language: string) =>
    reservedAt(path) === undefined && isPage(joinPrefix(`/${language}`, path))
  /**
   * Returns the path in the routes. If there is no page, the path may belong to another language, or be a former one.
   */
  const pathIn = (language: string) => {
    const { paths } = languages
    if (!paths) return behind
    const own = paths.delocalize(behind, language)
    return isPageAt(own, language) ? own : (paths.findRoute(behind) ?? own)
  }
  const isPrefixed = (path: string) => splitLocale(languages, path).locale !== undefined

  if (languages.localePrefix === 'never') {
    if (locale && isPrefixed(behind)) return { type: 'serve' }
    const isHere = !locale || localesAt(languages, host).includes(locale)
    const visitor = (isHere ? locale : undefined) ?? visitorLocale(languages, request)
    const location = localizeUrl({ ...languages, visitor }, pathIn(locale ?? visitor), locale ?? visitor, host)
    if (location === request.pathname) return { type: 'serve' }
    const decision = redirect(locale ? 308 : 307, location, request)
    return locale && isHere ? { ...decision, chosen: locale } : decision
  }

  const here = defaultLocaleFor(languages, host)
  const path = pathIn(locale ?? here)
  // `/en/fr` is not a page; without its prefix it would be the French home page.
  if (locale === here && isPrefixed(path)) return { type: 'serve' }
  const wanted = languages.localeDetection ? detectLocale(languages, here, request) : here
  if (!locale && languages.localePrefix === 'always') {
    return isPageAt(path, here) ? redirect(307, localizeUrl(languages, path, wanted, host), request) : { type: 'serve' }
  }
  const canonical = localizeUrl(languages, path, locale ?? here, host)
  if (canonical !== request.pathname) return redirect(308, canonical, request)
  if (locale || wanted === here || request.fromHere) return { type: 'serve' }
  const decides = request.pathname === '/' || (languages.localeDetection === 'every-path' && isPageAt(path, here))
  return decides ? redirect(307, localizeUrl(languages, path, wanted, host), request) : { type: 'serve' }
}

/** Returns the language to offer a visitor: the cookie's, else the best of `Accept-Language`, else `fallback`. */
export function detectLocale(
  { locales }: Languages,
  fallback: string,
  { cookie, acceptLanguage }: Pick<LocaleRequest, 'cookie' | 'acceptLanguage'>,
): string {
  const chosen = cookie && locales.find((locale) => locale.toLowerCase() === cookie.toLowerCase())
  if (chosen) return chosen
  // The fallback comes first, so that it wins among equals.
  const offered = [fallback, ...locales.filter((locale) => locale !== fallback)]
  return matchLanguage(parseAcceptLanguage(acceptLanguage ?? ''), offered) ?? fallback
}

/**
 * Returns the language of a visitor if URLs have no locale: a language of the host, from the cookie, else from
 * `Accept-Language` unless `localeDetection` is off, else the default one.
 */
export function visitorLocale(
  languages: Languages & Pick<Routing, 'localeDetection'>,
  { host, cookie, acceptLanguage }: Pick<LocaleRequest, 'host' | 'cookie' | 'acceptLanguage'>,
): string {
  const fallback = defaultLocaleFor({ ...languages, visitor: undefined }, host)
  const sent = { cookie, acceptLanguage: languages.localeDetection ? acceptLanguage : undefined }
  return detectLocale({ ...languages, locales: localesAt(languages, host) }, fallback, sent)
}

function redirect(
  status: 307 | 308,
  location: string,
  { search }: LocaleRequest,
): Extract<LocaleDecision, { type: 'redirect' }> {
  return { type: 'redirect', status, location: location + search }
}
