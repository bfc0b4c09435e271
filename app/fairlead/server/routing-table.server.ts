import { type Languages, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import { candidates, type CompiledTable, rulesAt } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import {
  hasRewrites,
  resolveRedirect,
  resolveRewrite,
  variedBy,
} from '#fairlead/navigation/routing-table/match/resolve.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'
import { servePublicFile } from '#fairlead/server/http/public-file.server.ts'
import { redirectResponse } from '#fairlead/server/http/redirect-response.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { FORBIDDEN_METHODS } from '#fairlead/server/server-functions/guard.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'

/**
 * True if no rule applies to a served path, whatever else its request contains. `fallback` rules are for paths that are
 * not served. `host` is the domain of the request if the table has it.
 */
export function hasNoRules(table: CompiledTable, pathname: string, host: string | undefined): boolean {
  const address = table.readAddress(pathname, host)
  return [table.redirects, table.beforeFiles, table.afterFiles].every((list) => candidates(list, address).length === 0)
}

type RoutingTableOptions = {
  readonly languages: Languages
  readonly table: CompiledTable
  readonly files: ReadonlySet<string>
  /** Names of cookies that no other origin may see or set. */
  readonly ownCookies: readonly string[]
}

/**
 * Creates the middleware that redirects, fetches from another origin, serves a public file, or sets the path of the
 * page that the next stages show.
 */
export function createRoutingTable({ languages, table, files, ownCookies }: RoutingTableOptions): Middleware {
  const rewrites = hasRewrites(table)
  if (table.redirects.rules.length === 0 && !rewrites) return (_, next) => next()

  async function fetchFromOrigin({ request, client }: RequestContext, target: string): Promise<Response> {
    // Loaded here: most sites have no use for its HTTP client.
    const { proxy } = await import('#fairlead/server/http/proxy.server.ts')
    return proxy(request, target, { client, ownCookies })
  }

  return (context, next) => {
    const { request, url, routes } = context
    const host = request.headers.get('host') ?? undefined
    const asked = { url: url.pathname + url.search, headers: request.headers }
    const redirect = resolveRedirect(table, asked)
    if (redirect.type === 'redirect') {
      const response = redirectResponse(redirect.status, redirect.location)
      // If URLs have no locale, the target depends on the visitor's language.
      const byLanguage = context.visitorLocale === undefined ? [] : ['Accept-Language', 'Cookie']
      const vary = new Set([
        ...byLanguage,
        ...variedBy(rulesAt(table.redirects, table.readAddress(url.pathname, host))),
      ])
      if (vary.size > 0) response.headers.set('vary', [...vary].join(', '))
      return response
    }
    if (!rewrites) return next()
    const rewrite = resolveRewrite(table, asked, (path) =>
      files.has(path) ? 'file' : matchRouteKind(routes, routedPath(languages, path, host)),
    )
    if (rewrite.type === 'proxy' && !FORBIDDEN_METHODS.has(request.method)) return fetchFromOrigin(context, rewrite.url)
    if (rewrite.type !== 'rewrite') return next()
    const { pathname } = new URL(rewrite.url, 'http://host')
    if (rewrite.served === 'file') return servePublicFile(pathname, request)
    context.rewrittenUrl = rewrite.url
    context.pathname = normalizedPath(routedPath(languages, pathname, host))
    return next()
  }
}
