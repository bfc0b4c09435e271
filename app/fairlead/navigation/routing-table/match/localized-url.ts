import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { canonicalPath, splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'

export type PrefixTable<L extends string = string> = Pick<Routing<L>, 'prefixes' | 'localePrefix' | 'customPrefixes'>

/** Puts a prefix before a path. The root below a prefix is the prefix itself: `/de` and not `/de/`. */
export function joinPrefix(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path
}

/** Returns the prefix of a locale's public URLs, `/de` or empty; `defaultLocale` is the host's. */
export function publicPrefix<L extends string>(
  { localePrefix, customPrefixes }: PrefixTable<L>,
  locale: L,
  defaultLocale: L,
): string {
  return locale === defaultLocale && localePrefix !== 'always' ? '' : (customPrefixes?.[locale] ?? `/${locale}`)
}

/** Returns the rest of a path after a prefix, in any case; `undefined` for other paths. */
function behind(prefix: string, pathname: string): string | undefined {
  const end = prefix.length
  const isBelow = pathname.length === end || pathname[end] === '/'
  return isBelow && pathname.slice(0, end).toLowerCase() === prefix.toLowerCase()
    ? pathname.slice(end) || '/'
    : undefined
}

/**
 * Splits a path into the locale that its prefix names, in any case, and the rest. The name of a locale counts as its
 * prefix, even if it has another one. Without a locale the rest is the whole path.
 */
export function splitLocale<L extends string>(
  { prefixes, customPrefixes }: PrefixTable<L>,
  pathname: string,
): { locale: L | undefined; path: string } {
  for (const isCustom of [true, false]) {
    for (const locale of prefixes) {
      const prefix = isCustom ? customPrefixes?.[locale] : `/${locale}`
      const path = prefix && behind(prefix, pathname)
      if (path) return { locale, path }
    }
  }
  return { locale: undefined, path: pathname }
}

export type LocalizedUrl = Readonly<ReturnType<typeof readUrl>>

/**
 * Splits a URL of a table. A locale prefix is recognised in any case and returned in the configured one.
 *
 * @param fallback the locale of a path without a prefix
 */
export function readUrl(routing: PrefixTable, url: string, fallback: string) {
  const { path: raw, query, hash } = splitUrl(url)
  const path = canonicalPath(raw)
  const { locale = fallback, path: rest } = splitLocale(routing, path)
  return {
    /** Canonical path with the locale prefix, if it has one. */
    path,
    pathWithoutLocale: rest,
    /**
     * The path with a locale in front, even the default one, for `locale: false` rules; without one in a table without
     * prefixes.
     */
    pathWithLocale: routing.prefixes.length === 0 ? rest : joinPrefix(`/${locale}`, rest),
    locale,
    /** The locale prefix of destinations inside the application: `/de`, or empty for the default locale. */
    prefix: publicPrefix(routing, locale, fallback),
    query,
    hash,
  }
}
