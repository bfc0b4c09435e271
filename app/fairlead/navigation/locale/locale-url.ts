import { hostName, withTrailingSlash } from '#fairlead/navigation/routing-table/match/url.ts'
import {
  createLocalizedPaths,
  type LocalizedPaths,
  pathsByLocale,
} from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import type { Domain, Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { joinPrefix, publicPrefix, splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { basePath } from 'virtual:app/site'

/** The parts of the routing table that determine the locale of a URL. */
export type Languages = Pick<
  Routing,
  'locales' | 'prefixes' | 'localePrefix' | 'customPrefixes' | 'defaultLocale' | 'domains'
> & {
  readonly trailingSlash?: boolean | undefined
  /** The language of the visitor, which applies to URLs if `localePrefix` is `'never'`. */
  readonly visitor?: string | undefined
  /** The public paths of pages; absent if they are the same as in the routes. */
  readonly paths?: LocalizedPaths | undefined
  /** The paths that rewrites give to pages, for canonical URLs. */
  readonly canonicalPaths?: LocalizedPaths | undefined
}

/** The part of a routing table that determines the locale of a URL, with its public paths compiled. */
export function languagesOf<R extends Routing>(routing: R): R & Languages {
  const { locales, pathnames } = routing
  return { ...routing, paths: pathnames && createLocalizedPaths(pathsByLocale(locales, pathnames)) }
}

/** Returns the domain of a host name. Ports do not matter: `example.com:3000` is `example.com`. */
export function findDomain(languages: Languages, host: string | undefined): Domain | undefined {
  if (host === undefined) return undefined
  const name = hostName(host)
  return languages.domains.find(({ domain }) => domain === name)
}

/**
 * Returns the language of paths without a prefix on a host: the visitor's, or the default of its domain, or the
 * table's.
 */
export function defaultLocaleFor(languages: Languages, host: string | undefined): string {
  return languages.visitor ?? findDomain(languages, host)?.defaultLocale ?? languages.defaultLocale
}

/**
 * Returns the languages for visitors of a host: the languages of its domain. A host that is no domain of the table has
 * all.
 */
export function localesAt(languages: Languages, host: string | undefined): readonly string[] {
  return findDomain(languages, host)?.locales ?? languages.locales
}

/**
 * Returns the languages with separate URLs, for search engines. Without prefixes they are the defaults of the table and
 * the domains.
 */
export function localesWithUrls(languages: Languages): readonly string[] {
  const { locales, localePrefix, defaultLocale } = languages
  return locales.filter(
    (locale) => localePrefix !== 'never' || locale === (homeDomain(languages, locale)?.defaultLocale ?? defaultLocale),
  )
}

/** Returns a domain's origin and base path. It has the default port, and https unless the table has `http: true`. */
function baseUrlOf({ domain, http }: Domain): string {
  return `${http ? 'http' : 'https'}://${domain}${basePath}`
}

/** Returns the domain of a language: the one with it as the default, else the first that lists it. */
function homeDomain({ domains }: Languages, locale: string): Domain | undefined {
  return (
    domains.find(({ defaultLocale }) => defaultLocale === locale) ??
    domains.find(({ locales }) => locales.includes(locale))
  )
}

function publicPath(languages: Languages, path: string, locale: string, defaultLocale: string): string {
  return joinPrefix(publicPrefix(languages, locale, defaultLocale), languages.paths?.localize(path, locale) ?? path)
}

/**
 * Reads a public path: the locale that its prefix names, if any, and its path in the routes, without a prefix. The
 * inverse of `localizeUrl`.
 *
 * @param pathname percent-encoded
 * @param host decides the locale if there is no prefix
 */
export function readPublicPath(
  languages: Languages,
  pathname: string,
  host: string | undefined,
): { locale: string | undefined; path: string } {
  const { locale, path } = splitLocale(languages, pathname)
  return { locale, path: languages.paths?.delocalize(path, locale ?? defaultLocaleFor(languages, host)) ?? path }
}

/** Returns the path of the routes for a public path, with the name of its locale if it has a prefix. */
export function routedPath(languages: Languages, pathname: string, host: string | undefined): string {
  if (!languages.paths && !languages.customPrefixes && languages.localePrefix !== 'always') return pathname
  const { locale, path } = readPublicPath(languages, pathname, host)
  // A second prefix is a part of the path, and must not be read like the first one.
  if (splitLocale(languages, path).locale) return pathname
  const isDefault = locale === undefined || locale === languages.defaultLocale
  return joinPrefix(isDefault ? '' : `/${locale}`, path)
}

/**
 * The URL of a page in a language, for a link on a host.
 *
 * @param path of the routes, percent-encoded, without a locale prefix
 * @returns a path on the same host, or an absolute URL where the language has another domain
 */
export function localizeUrl(languages: Languages, path: string, locale: string, host: string | undefined): string {
  const here = findDomain(languages, host)
  const home = homeDomain(languages, locale)
  // A host that is no domain of the table (a preview, localhost) serves every language.
  if (!here || !home || home === here || here.locales.includes(locale)) {
    return publicPath(languages, path, locale, defaultLocaleFor(languages, host))
  }
  return baseUrlOf(home) + publicPath(languages, path, locale, home.defaultLocale)
}

/**
 * The canonical, absolute URL of a page in a language: on the domain of the language, otherwise below `baseUrl`. Without
 * prefixes it is the URL of the domain's default language, which has the same page.
 *
 * @param path percent-encoded, without a locale prefix
 * @param baseUrl origin and base path of this site, without a slash at its end
 * @example canonicalUrl(languages, '/news/5', 'de', readBaseUrl())
 */
export function canonicalUrl(languages: Languages, path: string, language: string, baseUrl: string): string {
  const home = homeDomain(languages, language)
  const fallback = home?.defaultLocale ?? languages.defaultLocale
  const locale = languages.localePrefix === 'never' ? fallback : language
  const source = languages.canonicalPaths?.localize(path, locale) ?? path
  const pathname =
    source === path
      ? publicPath(languages, path, locale, fallback)
      : joinPrefix(publicPrefix(languages, locale, fallback), source)
  const slashed = languages.trailingSlash ? withTrailingSlash(pathname, true) : pathname
  return (home ? baseUrlOf(home) : baseUrl) + slashed
}
