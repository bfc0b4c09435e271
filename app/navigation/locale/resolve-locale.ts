import { matchLanguage, parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'
import { localizeUrl, defaultLocaleFor, type Languages } from '#app/navigation/locale/locale-url.ts'
import { splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** The parts of a request that decide its language. */
export type LocaleRequest = {
  /** Percent-encoded, without runs of slashes. */
  pathname: string
  /** With its `?`, or empty. */
  search: string
  host?: string | undefined
  /** The raw value of the cookie `NEXT_LOCALE`. */
  cookie?: string | undefined
  acceptLanguage?: string | undefined
  /** True when the referrer is a page of this site, so that the visitor has a language already. */
  fromHere: boolean
}

/** Serve the request, or redirect it. */
export type LocaleDecision =
  | { type: 'serve' }
  /** 308: the URL is not canonical. 307: the visitor prefers another language. */
  | { type: 'redirect'; status: 307 | 308; location: string }

/**
 * Decides whether a request is redirected because of its language.
 *
 * A prefix has one canonical form: none for the default language (`/en/x` to `/x`), the table's case for others (`/DE/x`
 * to `/de/x`), and a language with a domain of its own is served there. The language is detected at `/` only: from the
 * cookie, else from `Accept-Language`; invalid and unknown values are ignored. The query is kept.
 */
export function resolveLocale<L extends string>(
  languages: Languages<L> & { localeDetection: boolean },
  request: LocaleRequest,
): LocaleDecision {
  const { locale, path } = splitLocale(languages, request.pathname)
  if (locale) {
    // `/en/fr` is not a page; without its prefix it would be the French home page.
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

/** The language to offer a visitor: the cookie's, else the best of `Accept-Language`, else `fallback`. */
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
