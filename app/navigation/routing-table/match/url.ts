import { joinPrefix, splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'
import { canonicalPath } from '#app/navigation/routing-table/match/url-encoding.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'

/** An address cut into the parts that rules look at. */
export type LocalizedUrl = {
  /** Canonical path with the locale prefix, as it was asked for. */
  readonly path: string
  /** Canonical path without the locale prefix: what an ordinary rule sees. */
  readonly pathWithoutLocale: string
  /**
   * Canonical path with a locale in front, the default one included: what a `locale: false` rule sees. Without prefixes
   * it is the path itself.
   */
  readonly pathWithLocale: string
  readonly locale: string
  /** What a destination inside the application needs in front: `/de`, or nothing for the default locale. */
  readonly prefix: string
  /** Raw query without `?`. */
  readonly query: string
  /** Fragment with its `#`, or nothing. */
  readonly hash: string
}

/** Cuts `/a?b#c` into path, query (without `?`) and hash (with `#`). */
export function splitUrl(url: string): { path: string; query: string; hash: string } {
  const hashAt = url.indexOf('#')
  const beforeHash = hashAt < 0 ? url : url.slice(0, hashAt)
  const queryAt = beforeHash.indexOf('?')
  return {
    path: queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt),
    query: queryAt < 0 ? '' : beforeHash.slice(queryAt + 1),
    hash: hashAt < 0 ? '' : url.slice(hashAt),
  }
}

/** A host header's name: lower-case, without the port. */
export function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

export type UrlReader = (url: string, host: string | undefined) => LocalizedUrl

/**
 * Makes the function that cuts addresses for one table. A locale prefix is recognised whatever its case and comes out
 * in the configured one. An unprefixed path has the default locale of the host's domain, else the table's.
 */
export function createUrlReader(routing: Pick<Routing, 'prefixes' | 'defaultLocale' | 'domains'>): UrlReader {
  const defaults = new Map(routing.domains.map((domain) => [domain.domain, domain.defaultLocale]))

  return (url, host) => {
    const cut = splitUrl(url)
    const path = canonicalPath(cut.path)
    const { locale: named, path: bare } = splitLocale(routing, path)
    const fallback = (host === undefined ? undefined : defaults.get(host)) ?? routing.defaultLocale
    const locale = named ?? fallback
    return {
      path,
      pathWithoutLocale: bare,
      pathWithLocale: routing.prefixes.length === 0 ? bare : joinPrefix(`/${locale}`, bare),
      locale,
      prefix: locale === fallback ? '' : `/${locale}`,
      query: cut.query,
      hash: cut.hash,
    }
  }
}
