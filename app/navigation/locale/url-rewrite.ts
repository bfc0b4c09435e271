import type { LocationRewrite } from '@tanstack/react-router'
import {
  defaultLocaleFor,
  findDomain,
  localizeUrl,
  readPublicPath,
  type Languages,
} from '#app/navigation/locale/locale-url.ts'
import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** URLs of links that are remembered for each domain. A page has some dozens of links. */
const MEMO_SIZE = 1_000

/** The rewrites of a table by domain: on the server each request has a router of its own. */
const rewrites = new WeakMap<object, Map<string | undefined, LocationRewrite>>()

/**
 * The router's `rewrite`: routes have one path for all languages and know the table's default language alone, URLs have
 * their public paths and prefixes. On a domain whose default is `de`, `/about` is routed as `/de/about`, and `/about` of
 * the table's default has a prefix. A link to a language that has another domain is absolute.
 *
 * @param host of the request, port allowed
 * @returns `undefined` where public paths are those of the routes
 */
export function createUrlRewrite<L extends string>(
  languages: Languages<L>,
  host: string | undefined,
): LocationRewrite | undefined {
  const { paths, customPrefixes, localePrefix } = languages
  const domain = findDomain(languages, host)?.domain
  if (domain === undefined && !paths && !customPrefixes && localePrefix !== 'always') return undefined
  const byDomain = rewrites.get(languages) ?? new Map<string | undefined, LocationRewrite>()
  rewrites.set(languages, byDomain)
  const rewrite = byDomain.get(domain) ?? rewriteOn(languages, domain)
  byDomain.set(domain, rewrite)
  return rewrite
}

function rewriteOn<L extends string>(languages: Languages<L>, domain: string | undefined): LocationRewrite {
  const { defaultLocale } = languages
  const here = defaultLocaleFor(languages, domain)
  /** Public URLs by those of the routes. The router does not change them. */
  const made = new Map<string, URL>()
  return {
    input: ({ url }) => {
      const { locale = here, path } = readPublicPath(languages, url.pathname, domain)
      // A prefix behind the default language's is no page, and without the first it would be one.
      if (locale === defaultLocale && splitLocale(languages, path).locale) return url
      const internal = new URL(url)
      internal.pathname = joinPrefix(locale === defaultLocale ? '' : `/${locale}`, path)
      return internal
    },
    output: ({ url }) => {
      const { href } = url
      const known = made.get(href)
      if (known) return known
      const { locale = defaultLocale, path } = splitLocale(languages, url.pathname)
      const visible = new URL(localizeUrl(languages, path, locale, domain) + url.search + url.hash, url)
      if (made.size >= MEMO_SIZE) made.clear()
      made.set(href, visible)
      return visible
    },
  }
}
