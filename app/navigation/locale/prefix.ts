import type { Locale } from '#app/navigation/locale/locale.ts'

/** The part of the routing table that prefixes depend on. */
export type Languages = { locales: readonly Locale[]; defaultLocale: Locale }

/**
 * Where a path leads whose language is not written the one right way: `/en/x` to `/x`, because the default language has
 * no prefix, and `/DE/x` to `/de/x`. Answered with 308.
 *
 * @param pathname encoded, with single slashes
 * @returns `undefined` when the path is right as it is, also when it has no prefix
 */
export function canonicalPrefix(pathname: string, { locales, defaultLocale }: Languages): string | undefined {
  const [, first = ''] = pathname.split('/', 2)
  const locale = locales.find((candidate) => candidate.toLowerCase() === first.toLowerCase())
  if (!locale) return undefined
  const rest = pathname.slice(first.length + 1)
  if (locale === defaultLocale) return rest || '/'
  return locale === first ? undefined : `/${locale}${rest}`
}
