import type { Routing } from '#app/navigation/routing-table/routing-types.ts'

/** Puts a prefix before a path. The root below a prefix is the prefix itself: `/de` and not `/de/`. */
export function joinPrefix(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path
}

/**
 * Splits a path into the locale that its first segment names, whatever its case, and the rest.
 *
 * @returns `path` whole where no locale is named
 */
export function splitLocale<L extends string>(
  { prefixes }: Pick<Routing<L>, 'prefixes'>,
  pathname: string,
): { locale: L | undefined; path: string } {
  const [, first = ''] = pathname.split('/', 2)
  const name = first.toLowerCase()
  const locale = name === '' ? undefined : prefixes.find((candidate) => candidate.toLowerCase() === name)
  return { locale, path: locale === undefined ? pathname : pathname.slice(first.length + 1) || '/' }
}
