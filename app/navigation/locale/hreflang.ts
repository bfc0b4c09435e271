import { canonicalUrl, localesWithUrls, type Languages } from '#app/navigation/locale/locale-url.ts'
import { splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

export type HreflangLink = { rel: 'canonical' | 'alternate'; href: string; hrefLang?: string }

/**
 * The links of a page for search engines: its canonical URL, and its URL in each language, with `x-default` for visitors
 * who read none of them. A page of one URL has no others: where URLs have no prefix, languages of one domain share it.
 * Search params are not part of these URLs.
 *
 * @param pathname the page's path as it is routed, with its locale prefix; encoded or not, with a trailing slash or not
 * @param origin of this site; a language with a domain of its own has that one
 */
export function hreflangLinks<L extends string>(
  languages: Languages<L>,
  pathname: string,
  origin: string,
): [canonical: HreflangLink, ...alternates: HreflangLink[]] {
  const { locale = languages.defaultLocale, path } = splitLocale(
    languages,
    new URL(pathname, origin).pathname.replace(/(.)\/$/, '$1'),
  )
  const href = (language: L) => canonicalUrl(languages, path, language, origin)
  const canonical: HreflangLink = { rel: 'canonical', href: href(locale) }
  const shown = localesWithUrls(languages)
  if (shown.length < 2) return [canonical]
  return [
    canonical,
    ...shown.map((language) => ({ rel: 'alternate' as const, hrefLang: language, href: href(language) })),
    { rel: 'alternate', hrefLang: 'x-default', href: href(languages.defaultLocale) },
  ]
}
