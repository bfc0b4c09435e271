import { matchLanguage, parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'
import { defaultLocaleFor, localizeUrl, readPublicPath, type Languages } from '#app/navigation/locale/locale-url.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'
import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

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
  /** Returns true for a path of the routes, with the name of a locale in front, where a page is; default: for none. */
  isPage?: (path: string) => boolean
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
 * to `/de/x`), and a language with a domain of its own is served there. A page has one public path in a language: the
 * path of its route, that of another language and a former one lead to it. The language is detected where there is no
 * prefix, at `/` or at every page: from the cookie, else from `Accept-Language`; invalid and unknown values are ignored.
 * The query is kept.
 */
export function resolveLocale<L extends string>(
  languages: Languages<L> & Pick<Routing<L>, 'localeDetection'>,
  request: LocaleRequest,
): LocaleDecision {
  const { host, isPage = () => false } = request
  const here = defaultLocaleFor(languages, host)
  const read = readPublicPath(languages, request.pathname, host)
  const { locale } = read
  // `/en/fr` is not a page; without its prefix it would be the French home page.
  if (locale === here && splitLocale(languages, read.path).locale) return { type: 'serve' }
  const isPageAt = (path: string) => isPage(joinPrefix(`/${locale ?? here}`, path))
  // Where no page is, a path may be another language's, or a former one.
  const { paths } = languages
  const found = paths && !isPageAt(read.path) && paths.findRoute(splitLocale(languages, request.pathname).path)
  const path = found || read.path

  const wanted = languages.localeDetection ? detectLocale(languages, here, request) : here
  if (!locale && languages.localePrefix === 'always') {
    return isPageAt(path) ? redirect(307, localizeUrl(languages, path, wanted, host), request) : { type: 'serve' }
  }
  const canonical = localizeUrl(languages, path, locale ?? here, host)
  if (canonical !== request.pathname) return redirect(308, canonical, request)
  if (locale || wanted === here || request.fromHere) return { type: 'serve' }
  const decides = request.pathname === '/' || (languages.localeDetection === 'every-path' && isPageAt(path))
  return decides ? redirect(307, localizeUrl(languages, path, wanted, host), request) : { type: 'serve' }
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
