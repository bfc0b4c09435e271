import { matchLanguage, parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'
import { localizeUrl, defaultLocaleFor, type Languages } from '#app/navigation/locale/locale-url.ts'
import { splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** What a request says of its language. */
export type LocaleRequest = {
  /** Encoded, with single slashes. */
  pathname: string
  /** With its `?`, or empty. */
  search: string
  host?: string | undefined
  /** The cookie `NEXT_LOCALE`, as it came. */
  cookie?: string | undefined
  acceptLanguage?: string | undefined
  /** Whether a page of this site led here. Such a visitor has a language already. */
  fromHere: boolean
}

export type LocaleDecision =
  | { type: 'serve' }
  /** 308: the address is not the one that this page has. 307: this visitor reads another language. */
  | { type: 'redirect'; status: 307 | 308; location: string }

/**
 * Decides what a request's language makes of its address.
 *
 * A prefix is written in one way: the default language has none (`/en/x` to `/x`), others have the table's case
 * (`/DE/x` to `/de/x`), and a language at home on another domain is served there. Detection is for `/` alone: the
 * cookie, else `Accept-Language`; what is malformed or not in the table is ignored. The query is kept.
 */
export function resolveLocale<L extends string>(
  languages: Languages<L> & { localeDetection: boolean },
  request: LocaleRequest,
): LocaleDecision {
  const { locale, path } = splitLocale(languages, request.pathname)
  if (locale) {
    // `/en/fr` is no page: without its prefix it would be another one, the French home.
    if (locale === defaultLocaleFor(languages, request.host) && splitLocale(languages, path).locale)
      return { type: 'serve' }
    const canonical = localizeUrl(languages, path, locale, request.host)
    return canonical === request.pathname ? { type: 'serve' } : redirect(308, canonical, request)
  }
  if (request.pathname !== '/' || request.fromHere || !languages.localeDetection) return { type: 'serve' }
  const here = defaultLocaleFor(languages, request.host)
  const wanted = detectLocale(languages, here, request)
  return wanted === here ? { type: 'serve' } : redirect(307, localizeUrl(languages, '/', wanted, request.host), request)
}

/** The language a visitor should be offered: the cookie's, else the best of `Accept-Language`, else `fallback`. */
export function detectLocale<L extends string>(
  { locales }: Languages<L>,
  fallback: L,
  { cookie, acceptLanguage }: Pick<LocaleRequest, 'cookie' | 'acceptLanguage'>,
): L {
  const chosen = cookie && locales.find((locale) => locale.toLowerCase() === cookie.toLowerCase())
  if (chosen) return chosen
  // The fallback first, so that it wins among equals.
  const offered = [fallback, ...locales.filter((locale) => locale !== fallback)]
  return matchLanguage(parseAcceptLanguage(acceptLanguage ?? ''), offered) ?? fallback
}

function redirect(status: 307 | 308, location: string, { search }: LocaleRequest): LocaleDecision {
  return { type: 'redirect', status, location: location + search }
}
