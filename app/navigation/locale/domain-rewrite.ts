import type { LocationRewrite } from '@tanstack/react-router'
import { findDomain, localizeUrl, type Languages } from '#app/navigation/locale/locale-url.ts'
import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/**
 * The router's `rewrite` for a domain with a default language of its own, since routes know only the table's: on a domain
 * whose default is `de`, `/about` is routed as `/de/about`, and `/about` of the table's default has a prefix. A link to a
 * language that has another domain is absolute.
 *
 * @param host of the request, port allowed
 * @returns `undefined` on a host that is none of the domains, where paths and routes agree
 */
export function createDomainRewrite<L extends string>(
  languages: Languages<L>,
  host: string | undefined,
): LocationRewrite | undefined {
  const here = findDomain(languages, host)?.defaultLocale
  if (here === undefined) return undefined
  return {
    input: ({ url }) => {
      const { locale = here, path } = splitLocale(languages, url.pathname)
      const internal = new URL(url)
      internal.pathname = joinPrefix(locale === languages.defaultLocale ? '' : `/${locale}`, path)
      return internal
    },
    output: ({ url }) => {
      const { locale = languages.defaultLocale, path } = splitLocale(languages, url.pathname)
      const visible = new URL(localizeUrl(languages, path, locale, host), url)
      visible.search = url.search
      visible.hash = url.hash
      return visible
    },
  }
}
