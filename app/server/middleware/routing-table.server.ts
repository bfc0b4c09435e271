import { files, table } from 'virtual:routing/server'
import type { AnyRouter } from '@tanstack/react-router'
import { candidates, compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { normalizeUrl } from '#app/navigation/routing-table/match/normalize-url.ts'
import { type Client, proxy } from '#app/server/http/proxy.server.ts'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import { resolveRedirect, resolveRewrite } from '#app/navigation/routing-table/match/resolve.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'
import { runWithRewrite } from '#app/navigation/routing-table/rewrite-context.ts'

const compiled = compileTable(table)
const fileSet = new Set(files)

/** What the host lends to the door. */
export type ProxyHost = {
  /** Answers with a public file, which is the host's to serve. */
  serveFile: (path: string, request: Request) => Promise<Response>
  /** Who sent a request, for other origins. */
  clientOf: (request: Request) => Client
  /** Names of cookies that no other origin may see or set. */
  ownCookies: readonly string[]
  /** Told of another origin that did not answer. */
  onProxyFailure: (target: string, status: number, reason: string) => void
}

/** Path and query as the router will see them: dot segments are resolved, backslashes are slashes. */
function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

type NodeBacked = { runtime?: { node?: { req?: { url?: string; originalUrl?: string } } } }

/** Whether the path came with a backslash, which a Request's URL has no more. */
function hadBackslash(request: Request): boolean {
  const { originalUrl, url = '' } = (request as Request & NodeBacked).runtime?.node?.req ?? {}
  return (originalUrl ?? url).split('?', 1)[0]?.includes('\\') === true
}

/** The one spelling of an address, before anything else looks at it: 308 to it, 400 or 414. */
export function canonicalRedirect(request: Request): Response | undefined {
  const url = addressOf(request)
  const normal = normalizeUrl(url, compiled.trailingSlash)
  if (normal.type === 'malformed') return new Response('Bad Request\n', { status: 400 })
  if (normal.type === 'too-long') return new Response('URI Too Long\n', { status: 414 })
  if (normal.type === 'ok' && !hadBackslash(request)) return undefined
  return redirectResponse(308, normal.type === 'ok' ? url : normal.location)
}

/**
 * Whether no rule has a say in a path that is served: whatever else a request for it holds, it is shown the page that is
 * there. `fallback` rules are for what is not served.
 *
 * @param host of the domain that is asked, if it is one of the table's
 */
export function hasNoRules(pathname: string, host: string | undefined): boolean {
  const address = compiled.readAddress(pathname, host)
  const { redirects, beforeFiles, afterFiles } = compiled
  return [redirects, beforeFiles, afterFiles].every((list) => candidates(list, address).length === 0)
}

/**
 * Sends a request where the table says: away, to another origin, to a public file, or on to the application, which
 * shows the page of the address it is rewritten to.
 *
 * @param map a router that is asked which routes there are
 * @param answer the application; it is told the path whose page is to be shown
 */
export async function applyRoutingTable(
  request: Request,
  map: AnyRouter,
  answer: (pathname: string) => Response | Promise<Response>,
  host: ProxyHost,
): Promise<Response> {
  const url = addressOf(request)
  const ruleRequest: RuleRequest = { url, headers: request.headers }
  const redirect = resolveRedirect(compiled, ruleRequest)
  if (redirect.type === 'redirect') return redirectResponse(redirect.status, redirect.location)

  const rewrite = resolveRewrite(compiled, ruleRequest, (path) => matchRouteKind(map, fileSet, path))
  const hostName = request.headers.get('host') ?? undefined
  switch (rewrite.type) {
    case 'proxy': {
      const { ownCookies } = host
      const answered = await proxy(request, rewrite.url, { client: host.clientOf(request), ownCookies })
      if (answered instanceof Response) return answered
      host.onProxyFailure(new URL(rewrite.url).origin, answered.status, answered.reason)
      return new Response(`${FAILURES[answered.status]}\n`, { status: answered.status })
    }
    case 'rewrite': {
      const { pathname } = new URL(rewrite.url, 'http://host')
      if (rewrite.served === 'file') return host.serveFile(pathname, request)
      return runWithRewrite({ rewrittenUrl: rewrite.url, host: hostName }, () => answer(pathname))
    }
    default:
      return runWithRewrite({ rewrittenUrl: null, host: hostName }, () => answer(new URL(request.url).pathname))
  }
}

const FAILURES = { 502: 'Bad Gateway', 504: 'Gateway Timeout', 508: 'Loop Detected' }
