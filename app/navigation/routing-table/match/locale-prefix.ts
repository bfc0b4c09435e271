import type { Routing } from '#app/navigation/routing-table/routing-types.ts'

/** The parts of the routing table that decide the prefix of a locale. */
export type PrefixTable<L extends string = string> = Pick<Routing<L>, 'prefixes' | 'localePrefix' | 'customPrefixes'>

/** Puts a prefix before a path. The root below a prefix is the prefix itself: `/de` and not `/de/`. */
export function joinPrefix(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path
}

/**
 * Returns the prefix of a locale's public URLs: `/de`, or empty.
 *
 * @param defaultLocale of the host
 */
export function publicPrefix<L extends string>(
  { localePrefix, customPrefixes }: PrefixTable<L>,
  locale: L,
  defaultLocale: L,
): string {
  return locale === defaultLocale && localePrefix !== 'always' ? '' : (customPrefixes?.[locale] ?? `/${locale}`)
}

/** Returns the path behind a prefix, in whatever case that is; `undefined` for other paths. */
function behind(prefix: string, pathname: string): string | undefined {
  const end = prefix.length
  const isBelow = pathname.length === end || pathname[end] === '/'
  return isBelow && pathname.slice(0, end).toLowerCase() === prefix.toLowerCase()
    ? pathname.slice(end) || '/'
    : undefined
}

/**
 * Splits a path into the locale that its prefix names, whatever its case, and the rest. The name of a locale counts as
 * its prefix, also where it has another.
 *
 * @returns `path` whole where no locale is named
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
