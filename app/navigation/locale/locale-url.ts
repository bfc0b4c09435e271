import { hostName } from '#app/navigation/routing-table/match/split-url.ts'
import type { Domain, Routing } from '#app/navigation/routing-table/routing-types.ts'
import { joinPrefix } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** The parts of the routing table that determine the locale of a URL. */
export type Languages<L extends string = string> = Pick<
  Routing<L>,
  'locales' | 'prefixes' | 'defaultLocale' | 'domains'
>

/** The domain that a host name belongs to. Ports do not count: `example.com:3000` is `example.com`. */
export function findDomain<L extends string>(languages: Languages<L>, host: string | undefined): Domain<L> | undefined {
  if (host === undefined) return undefined
  const name = hostName(host)
  return languages.domains.find(({ domain }) => domain === name)
}

/** The default language on a host, which has no prefix: its domain's, or the table's. */
export function defaultLocaleFor<L extends string>(languages: Languages<L>, host: string | undefined): L {
  return findDomain(languages, host)?.defaultLocale ?? languages.defaultLocale
}

/** A domain's origin. It has the default port, and https unless the table says `http: true`. */
function originOf({ domain, http }: Domain): string {
  return `${http ? 'http' : 'https'}://${domain}`
}

/** The domain of a language: the one that has it as its default, else the first that lists it. */
function homeDomain<L extends string>({ domains }: Languages<L>, locale: L): Domain<L> | undefined {
  return (
    domains.find(({ defaultLocale }) => defaultLocale === locale) ??
    domains.find(({ locales }) => locales.includes(locale))
  )
}

/** Adds the locale prefix to a path, except that of the default language: `/about`, `/de/about`. */
function withPrefix<L extends string>(path: string, locale: L, defaultLocale: L): string {
  return joinPrefix(locale === defaultLocale ? '' : `/${locale}`, path)
}

/**
 * The URL of a page in a language, for a link on a host.
 *
 * @param path percent-encoded, without a locale prefix
 * @returns a path on the same host, or an absolute URL where the language has another domain
 */
export function localizeUrl<L extends string>(
  languages: Languages<L>,
  path: string,
  locale: L,
  host: string | undefined,
): string {
  const here = findDomain(languages, host)
  const home = homeDomain(languages, locale)
  // A host that is none of the domains (a preview, localhost) serves every language.
  if (!here || !home || home === here || here.locales.includes(locale)) {
    return withPrefix(path, locale, here?.defaultLocale ?? languages.defaultLocale)
  }
  return originOf(home) + withPrefix(path, locale, home.defaultLocale)
}

/**
 * The canonical, absolute URL of a page in a language: on the domain of the language, otherwise below `origin`.
 *
 * @param path percent-encoded, without a locale prefix
 * @param origin of this site, without a slash at its end
 */
export function canonicalUrl<L extends string>(
  languages: Languages<L>,
  path: string,
  locale: L,
  origin: string,
): string {
  const home = homeDomain(languages, locale)
  return home
    ? originOf(home) + withPrefix(path, locale, home.defaultLocale)
    : origin + withPrefix(path, locale, languages.defaultLocale)
}
