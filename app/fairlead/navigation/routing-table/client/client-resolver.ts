import type { AnyRouter } from '@tanstack/react-router'
import { hasBeside, hasDomains } from 'virtual:routing'
import { paths } from 'virtual:routing/paths'
import { type CompiledTable, compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import {
  canonicalizeLocale,
  locateRedirect,
  MAX_REDIRECTS,
  resolveRedirect,
  resolveRewrite,
} from '#fairlead/navigation/routing-table/match/resolve.ts'
import { readBesidePaths } from '#fairlead/navigation/routing-table/client/beside-paths.ts'
import { findPathPattern } from '#fairlead/platform/path-patterns.ts'
import { hostName, withTrailingSlash } from '#fairlead/navigation/routing-table/match/url.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { toRoutedPath, visitorLocale } from '#fairlead/navigation/locale/locale.ts'
import type { RuleTable } from '#fairlead/navigation/routing-table/routing-types.ts'

/** The outcome for a URL. `url` is public: it is the one in the address bar. */
export type Resolution =
  /** The URL is the page's URL. */
  | { readonly type: 'direct'; readonly url: string }
  /** The URL is rewritten to the page of another URL, `internal`. */
  | { readonly type: 'rewritten'; readonly url: string; readonly internal: string }
  /** The document has to be requested: for another origin, a file, or a URL that only the server knows. */
  | { readonly type: 'document'; readonly url: string }

/** The number of URLs whose rewrites are cached. A page has some dozens of links. */
const CACHE_SIZE = 1_000

/** Indexes the part of the table that the browser has. */
export function compileClientTable(table: RuleTable): CompiledTable {
  const locate = paths || hasDomains ? locateRedirect : undefined
  return compileTable(table, locate, {
    paths,
    get visitor() {
      return visitorLocale()
    },
  })
}

/**
 * Creates the resolver of a router's URLs.
 *
 * @param table from `compileClientTable`
 * @param files public files, as paths
 * @param readHost the host of the page, port included; undefined if it is unknown
 */
export function createClientResolver(
  table: CompiledTable,
  files: readonly string[],
  router: AnyRouter,
  readHost: () => string | undefined,
) {
  const fileSet = new Set(files)
  const besidePaths = hasBeside ? readBesidePaths() : []
  const cache = new Map<string, Resolution>()
  const serves = (path: string) => (fileSet.has(path) ? 'file' : matchRouteKind(router, toRoutedPath(path, readHost())))

  const isBeside = (url: string): boolean =>
    findPathPattern(besidePaths, withTrailingSlash(table.readAddress(url, undefined).pathWithoutLocale, false)) !==
    undefined

  const resolve = (request: RuleRequest): Resolution => {
    const { url } = request
    const inDocument = { type: 'document', url } as const
    if (hasBeside && isBeside(url)) return inDocument
    const result = resolveRewrite(table, request, serves)
    if (result.type === 'none') {
      const { path, pathWithoutLocale } = table.readAddress(url, undefined)
      return fileSet.has(path) || reservedAt(pathWithoutLocale) !== undefined ? inDocument : { type: 'direct', url }
    }
    // Files, generated responses, other origins and 404s come from the server.
    const isPage = result.type === 'rewrite' && (result.served === 'static' || result.served === 'dynamic')
    return isPage ? { type: 'rewritten', url, internal: result.url } : inDocument
  }

  /** Follows all redirects, and then applies the rewrites: a navigation arrives where a document request would. */
  const follow = (url: string, cookies: string): Resolution => {
    const host = readHost()
    const name = host && hostName(host)
    let at = url
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      if (hasBeside && isBeside(at)) return { type: 'document', url: at }
      const request = { url: at, host, cookies }
      const result = resolveRedirect(table, request)
      if (result.type !== 'none' && result.type !== 'redirect') break
      const to = result.type === 'redirect' ? result.location : canonicalizeLocale(table, at, name)
      if (!to.startsWith('/')) return { type: 'document', url: to }
      if (result.type === 'none' && to === at) return resolve(request)
      at = to
    }
    // The server decides; the browser itself reports a loop.
    return { type: 'document', url }
  }

  /**
   * Resolves the rewrites of a URL by the URL alone, so that server and browser render the same links. Returns a
   * `document` if the URL alone does not decide.
   */
  const show = (url: string): Resolution => {
    const cached = cache.get(url)
    if (cached) return cached
    if (cache.size >= CACHE_SIZE) cache.clear()
    // A static page is cached for all hosts, so its links depend on the host only if there are domains.
    const resolution = resolve({ url, host: hasDomains ? readHost() : undefined })
    cache.set(url, resolution)
    return resolution
  }

  return { follow, show }
}
