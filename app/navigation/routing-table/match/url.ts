import {
  joinPrefix,
  publicPrefix,
  splitLocale,
  type PrefixTable,
} from '#app/navigation/routing-table/match/locale-prefix.ts'
import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'
import { canonicalPath } from '#app/navigation/routing-table/match/url-encoding.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'

/** A URL split into the parts that rules are matched with. */
export type LocalizedUrl = {
  /** Canonical path with the locale prefix, if it has one. */
  readonly path: string
  /** Canonical path without the locale prefix, for ordinary rules. */
  readonly pathWithoutLocale: string
  /**
   * Canonical path with a locale in front, the default one included, for `locale: false` rules. In a table without
   * prefixes, the path itself.
   */
  readonly pathWithLocale: string
  readonly locale: string
  /** The locale prefix of destinations inside the application: `/de`, or empty for the default locale. */
  readonly prefix: string
  /** Raw query without `?`. */
  readonly query: string
  /** Fragment with its `#`, or nothing. */
  readonly hash: string
}

/** Splits a path with query and fragment; `host`, lower-case and without port, decides the default locale. */
export type UrlReader = (url: string, host: string | undefined) => LocalizedUrl

/**
 * Creates the function that splits the URLs of one table. A locale prefix is recognised in any case and returned in the
 * configured one. An unprefixed path has the visitor's locale, else the default one of the host's domain or the table.
 */
export function createUrlReader(
  routing: PrefixTable & Pick<Routing, 'defaultLocale' | 'domains'>,
  visitor: () => string | undefined,
): UrlReader {
  return (url, host) => {
    const parts = splitUrl(url)
    const path = canonicalPath(parts.path)
    const { locale: named, path: rest } = splitLocale(routing, path)
    const home = routing.domains.find(({ domain }) => domain === host)
    const fallback = visitor() ?? home?.defaultLocale ?? routing.defaultLocale
    const locale = named ?? fallback
    return {
      path,
      pathWithoutLocale: rest,
      pathWithLocale: routing.prefixes.length === 0 ? rest : joinPrefix(`/${locale}`, rest),
      locale,
      prefix: publicPrefix(routing, locale, fallback),
      query: parts.query,
      hash: parts.hash,
    }
  }
}
