import { files, table } from 'virtual:routing/server'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import { markProxied } from '#app/server/http/proxied-response.ts'
import { servePublicFile } from '#app/server/http/public-file.server.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import { log } from '#app/server/log.server.ts'
import type { Middleware } from '#app/server/pipeline.ts'
import type { RequestContext } from '#app/server/request-context.server.ts'
import { candidates, compileTable, matchPath } from '#app/navigation/routing-table/match/compile-table.ts'
import {
  hasRewrites,
  locateRedirect,
  resolveRedirect,
  resolveRewrite,
  variedBy,
} from '#app/navigation/routing-table/match/resolve.ts'
import type { PreparedRedirect } from '#app/navigation/routing-table/routing-types.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { routedPath } from '#app/navigation/locale/locale-url.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'

const compiled = compileTable(table, locateRedirect, languages)
const fileSet = new Set(files)

const PROXY_ERRORS = { 502: 'Bad Gateway', 504: 'Gateway Timeout', 508: 'Loop Detected' }

const { redirects, beforeFiles, afterFiles } = compiled
const rewrites = hasRewrites(compiled)
const isEmpty = redirects.rules.length === 0 && !rewrites

/**
 * Returns true when no rule applies to a path that is served, whatever else a request for it contains. `fallback` rules
 * are for paths that are not served.
 *
 * @param host of the domain of the request, if it is one of the table's
 */
export function hasNoRules(pathname: string, host: string | undefined): boolean {
  const address = compiled.readAddress(pathname, host)
  return [redirects, beforeFiles, afterFiles].every((list) => candidates(list, address).length === 0)
}

/**
 * Returns the middleware that applies the routing table: it redirects, fetches from another origin, serves a public
 * file, or sets the path of the page that the next stages show.
 *
 * @param ownCookies names of cookies that no other origin may see or set
 */
export function createRoutingTable(ownCookies: readonly string[]): Middleware {
  async function fetchFromOrigin({ request, client }: RequestContext, target: string): Promise<Response> {
    // With its HTTP client, which most sites have no use for.
    const { proxy } = await import('#app/server/http/proxy.server.ts')
    const result = await proxy(request, target, { client, ownCookies })
    if (result instanceof Response) return markProxied(result)
    const { status, reason } = result
    log.warn({ target: new URL(target).origin, status, reason }, 'another origin did not answer')
    return new Response(`${PROXY_ERRORS[status]}\n`, { status })
  }

  /** Returns the redirects that may apply at a path, depending on the rest of the request. */
  function rulesAt(pathname: string, { headers }: Request): PreparedRedirect[] {
    const address = compiled.readAddress(pathname, headers.get('host') ?? undefined)
    const found = candidates(redirects, address).flatMap((row) => redirects.rules[row] ?? [])
    return found.filter((rule) => matchPath(rule, rule.locale ? address.pathWithoutLocale : address.pathWithLocale))
  }

  return (context, next) => {
    if (isEmpty) return next()
    const { request, url, routes } = context
    const asked = { url: url.pathname + url.search, headers: request.headers }
    const redirect = resolveRedirect(compiled, asked)
    if (redirect.type === 'redirect') {
      const response = redirectResponse(redirect.status, redirect.location)
      // Of a visitor whose language no URL says, the path of a page in that language.
      const ofLanguage = context.visitorLocale === undefined ? [] : ['Accept-Language', 'Cookie']
      const vary = new Set([...ofLanguage, ...variedBy(rulesAt(url.pathname, request))])
      if (vary.size > 0) response.headers.set('vary', [...vary].join(', '))
      return response
    }

    if (!rewrites) return next()
    const host = request.headers.get('host') ?? undefined
    const rewrite = resolveRewrite(compiled, asked, (path) =>
      fileSet.has(path) ? 'file' : matchRouteKind(routes, routedPath(languages, path, host)),
    )
    if (rewrite.type === 'proxy') return fetchFromOrigin(context, rewrite.url)
    if (rewrite.type !== 'rewrite') return next()
    const { pathname } = new URL(rewrite.url, 'http://host')
    if (rewrite.served === 'file') return servePublicFile(pathname, request)
    context.rewrittenUrl = rewrite.url
    context.pathname = normalizedPath(routedPath(languages, pathname, host))
    return next()
  }
}
