import type { LocationRewrite } from '@tanstack/react-router'
import {
  defaultLocaleFor,
  findDomain,
  localizeUrl,
  readPublicPath,
  type Languages,
} from '#app/navigation/locale/locale-url.ts'
import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'

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
  const { paths, customPrefixes, localePrefix, defaultLocale } = languages
  if (!findDomain(languages, host) && !paths && !customPrefixes && localePrefix !== 'always') return undefined
  const here = defaultLocaleFor(languages, host)
  return {
    input: ({ url }) => {
      const { locale = here, path } = readPublicPath(languages, url.pathname, host)
      // A prefix behind the default language's is no page, and without the first it would be one.
      if (locale === defaultLocale && splitLocale(languages, path).locale) return url
      const internal = new URL(url)
      internal.pathname = joinPrefix(locale === defaultLocale ? '' : `/${locale}`, path)
      return internal
    },
    output: ({ url }) => {
      const { locale = defaultLocale, path } = splitLocale(languages, url.pathname)
      const visible = new URL(localizeUrl(languages, path, locale, host), url)
      visible.search = url.search
      visible.hash = url.hash
      return visible
    },
  }
}
