import type { AnyRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { compileTable, type CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { followRedirects, MAX_REDIRECTS, type Followed } from '#app/navigation/routing-table/match/follow-redirects.ts'
import { canonicalizeLocale } from '#app/navigation/routing-table/match/canonicalize-locale.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import { resolveRewrite } from '#app/navigation/routing-table/match/resolve.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'
import { visitorLocale } from '#app/navigation/locale/locale.ts'
import { toRoutedPath } from '#app/navigation/locale/routed-path.ts'
import type { PreparedTable } from '#app/navigation/routing-table/routing-types.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'

/** Where a navigation ends. `url` is public: what the address bar shows. */
export type Resolution =
  /** The URL has a page of its own. */
  | { readonly type: 'direct'; readonly url: string }
  /** The URL is rewritten to the page of another one, `internal`. */
  | { readonly type: 'rewritten'; readonly url: string; readonly internal: string }
  /** A document request: for another origin, a file, or something that only the server knows. */
  | { readonly type: 'document'; readonly url: string }

export type ClientResolver = {
  /** Follows redirects and rewrites with all that is known in the browser. */
  readonly follow: (url: string, cookies: string) => Resolution
  /**
   * The URL that a URL is rewritten to, by the URL alone, so that server and browser render the same links: null when
   * it is not rewritten, undefined when that cannot be told.
   *
   * @param url without a fragment
   */
  readonly show: (url: string) => string | null | undefined
}

/** URLs whose rewrites are cached. A page has some dozens of links. */
const CACHE_SIZE = 1_000

/** The parts of the languages that a table needs. */
const LANGUAGES = {
  paths,
  get visitor() {
    return visitorLocale()
  },
}

const compiledTables = new WeakMap<PreparedTable, CompiledTable>()

function compiledOnce(table: PreparedTable): CompiledTable {
  let compiled = compiledTables.get(table)
  if (compiled === undefined) compiledTables.set(table, (compiled = compileTable(table, LANGUAGES)))
  return compiled
}

/**
 * Creates the resolver of a router's URLs from the part of the table that the browser has.
 *
 * @param files public files, as paths
 * @param readHost the host of the page, port included; undefined where it is unknown
 */
export function createClientResolver(
  prepared: PreparedTable,
  files: readonly string[],
  router: AnyRouter,
  readHost: () => string | undefined,
): ClientResolver {
  const table = compiledOnce(prepared)
  const fileSet = new Set(files)
  const cache = new Map<string, string | null | undefined>()
  const serves = (path: string) =>
    fileSet.has(path) ? 'file' : matchRouteKind(router, fileSet, toRoutedPath(path, readHost()))

  const requestFor = (url: string, cookies?: string): RuleRequest => {
    // A static page is cached for all hosts, so its links depend on the host only where domains do.
    const host = cookies !== undefined || table.domains.length > 0 ? readHost() : undefined
    return {
      url,
      ...(host && { host }),
      ...(cookies !== undefined && { cookies: { get: (name) => readCookie(cookies, name) } }),
    }
  }

  const rewritten = (request: RuleRequest): string | null | undefined => {
    const result = resolveRewrite(table, request, serves)
    if (result.type === 'none') {
      const { path, pathWithoutLocale } = table.readAddress(request.url, undefined)
      return fileSet.has(path) || reservedAt(pathWithoutLocale) !== undefined ? undefined : null
    }
    // Files, generated responses, other origins and 404s come from the server.
    const isPage = result.type === 'rewrite' && (result.served === 'static' || result.served === 'dynamic')
    return isPage ? result.url : undefined
  }

  const follow = (url: string, cookies: string): Resolution => {
    let followed: Followed = { type: 'arrived', url, hops: 0 }
    for (let round = 0, at = url; round < MAX_REDIRECTS; round++) {
      followed = followRedirects(table, requestFor(at, cookies))
      if (followed.type !== 'arrived') break
      at = canonicalizeLocale(table, followed.url, requestFor(at, cookies).host)
      if (at === followed.url) break
    }
    if (followed.type === 'external') return { type: 'document', url: followed.location }
    // The server decides; a loop is reported by the browser itself.
    if (followed.type !== 'arrived') return { type: 'document', url }
    const internal = rewritten(requestFor(followed.url, cookies))
    if (internal === null) return { type: 'direct', url: followed.url }
    return internal === undefined
      ? { type: 'document', url: followed.url }
      : { type: 'rewritten', url: followed.url, internal }
  }

  const show = (url: string): string | null | undefined => {
    if (cache.has(url)) return cache.get(url)
    if (cache.size >= CACHE_SIZE) cache.clear()
    const internal = rewritten(requestFor(url))
    cache.set(url, internal)
    return internal
  }

  return { follow, show }
}
