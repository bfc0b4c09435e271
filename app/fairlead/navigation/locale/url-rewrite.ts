import type { LocationRewrite } from '@tanstack/react-router'
import {
  defaultLocaleFor,
  findDomain,
  type Languages,
  localizeUrl,
  readPublicPath,
} from '#fairlead/navigation/locale/locale-url.ts'
import { joinPrefix, splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'

/** The page of a document: its public path, and its path in the routes. Both are percent-encoded. */
export type FirstPage = { readonly pathname: string; readonly routed: string }

/** The parts of a rewrite that only the browser needs, because it does not have all paths of the table. */
type InBrowser = {
  readonly first?: FirstPage | undefined
  /** Returns true if a page is at a path of the routes. If there is none, the path may belong to another language. */
  readonly isPage?: (path: string) => boolean
}

/**
 * The rewrites of a table by domain and visitor's language, which are shared because on the server each request has a
 * router.
 */
const rewrites = new WeakMap<object, Map<string, LocationRewrite>>()

/**
 * Creates the router's `rewrite`. Routes have one path for all languages and know only the table's default language;
 * URLs have their public paths and prefixes. On a domain whose default is `de`, `/about` is routed as `/de/about`, and
 * `/about` in the table's default has a prefix. A link to a language with another domain is absolute. With
 * `localePrefix: 'never'` a URL without a prefix has the visitor's language.
 *
 * @param host of the request, port allowed
 * @returns `undefined` if public paths are the same as in the routes
 */
export function createUrlRewrite(
  languages: Languages,
  host: string | undefined,
  browser?: InBrowser,
): LocationRewrite | undefined {
  const { paths, customPrefixes, localePrefix = 'as-needed', visitor } = languages
  const domain = findDomain(languages, host)?.domain
  if (domain === undefined && !paths && !customPrefixes && localePrefix === 'as-needed') return undefined
  if (browser) return rewriteOn({ ...languages, visitor }, domain, browser)
  const byHost = rewrites.get(languages) ?? new Map<string, LocationRewrite>()
  rewrites.set(languages, byHost)
  const key = `${domain ?? ''} ${visitor ?? ''}`
  const rewrite = byHost.get(key) ?? rewriteOn({ ...languages, visitor }, domain)
  byHost.set(key, rewrite)
  return rewrite
}

function rewriteOn(
  languages: Languages,
  domain: string | undefined,
  { first, isPage }: InBrowser = {},
): LocationRewrite {
  const { defaultLocale } = languages
  const here = defaultLocaleFor(languages, domain)
  /** True if the rest of a path begins with one more prefix. No page is there; without the first prefix one may be. */
  const isPrefixed = (path: string) => splitLocale(languages, path).locale !== undefined
  return {
    input: ({ url }) => {
      const internal = new URL(url)
      if (url.pathname === first?.pathname) {
        internal.pathname = first.routed
        return internal
      }
      const { locale = here, path } = readPublicPath(languages, url.pathname, domain)
      if (locale === defaultLocale && isPrefixed(path)) return url
      const prefix = locale === defaultLocale ? '' : `/${locale}`
      internal.pathname = joinPrefix(prefix, path)
      if (!isPage || isPage(internal.pathname)) return internal
      const found = languages.paths?.findRoute(splitLocale(languages, url.pathname).path)
      if (found) internal.pathname = joinPrefix(prefix, found)
      return internal
    },
    output: ({ url }) => {
      const { locale = defaultLocale, path } = splitLocale(languages, url.pathname)
      if (isPrefixed(path)) return url
      return new URL(localizeUrl(languages, path, locale, domain) + url.search + url.hash, url)
    },
  }
}
