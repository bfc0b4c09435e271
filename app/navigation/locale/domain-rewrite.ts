import type { LocationRewrite } from '@tanstack/react-router'
import { findDomain, localizeUrl, type Languages } from '#app/navigation/locale/locale-url.ts'
import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/**
 * Routes know one default language, the table's; a domain may have another. On such a domain the router sees `/do/about`
 * where the address says `/about`, and the other way round. A bijection, so the router's own `rewrite` serves; a link
 * to a language at home on another domain comes out absolute.
 *
 * @returns `undefined` on a host that is none of the domains: then routes and addresses agree
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
      const inside = new URL(url)
      inside.pathname = joinPrefix(locale === languages.defaultLocale ? '' : `/${locale}`, path)
      return inside
    },
    output: ({ url }) => {
      const { locale = languages.defaultLocale, path } = splitLocale(languages, url.pathname)
      const shown = new URL(localizeUrl(languages, path, locale, host), url)
      shown.search = url.search
      shown.hash = url.hash
      return shown
    },
  }
}
