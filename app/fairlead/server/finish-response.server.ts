import { withTimeout } from '#fairlead/error-reports/timers.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { type CspSources, sourcesOfRoutes } from '#fairlead/platform/http/csp-sources.ts'
import { StringResponse } from '#fairlead/server/http/string-response.server.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { matchEncoded } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { documentPolicy } from '#fairlead/server/security-headers.server.ts'

/** Milliseconds that a response waits for its reports to be stored: it is sent even when the database is unavailable. */
const FLUSH_TIMEOUT_MS = 1_000

/** Waits until the reports of a request are stored, or for `FLUSH_TIMEOUT_MS`. Later reports are not lost. */
export async function flushReports({ capturedErrors }: RequestContext): Promise<void> {
  if (capturedErrors.length === 0) return
  await withTimeout(FLUSH_TIMEOUT_MS, Promise.all(capturedErrors.map(({ stored }) => stored)))
}

export function isDocument({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

/** True if caches may store a response and send it to other visitors. */
export function isForAll(headers: Headers): boolean {
  return !/\b(private|no-store)\b/i.test(headers.get('cache-control') ?? 'private')
}

export function pageSources({ routes, pathname }: Pick<RequestContext, 'routes' | 'pathname'>): CspSources {
  const [matched] = matchEncoded(routes, pathname)
  return sourcesOfRoutes(matched)
}

/**
 * Completes the headers of a rendered page. If its routes set a policy too, browsers apply both, which only makes it
 * stricter. The page depends on its visitor's cookies, whatever else its routes put into `Vary`.
 *
 * @param policy the policy of the application; `undefined` in development
 */
export function completePageHeaders(headers: Headers, policy: string | undefined): void {
  if (policy !== undefined) {
    const own = headers.get('content-security-policy')
    headers.set('content-security-policy', own === null ? policy : `${policy}, ${own}`)
  }
  if (!/(^|,)\s*(cookie|\*)\s*(,|$)/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie')
}

/**
 * Completes a response to one request: waits for its reports, keeps caches from storing a personal response, and sets
 * the Content-Security-Policy of a document, in production. A page that was rendered for another request, or for all
 * visitors, already has a policy, and so may the document of a server route.
 */
export async function finishResponse(rendered: Response, context: RequestContext): Promise<Response> {
  await flushReports(context)
  const { nonce, isRendered } = context
  // A copy, because the headers of a redirect cannot be changed.
  const isMutable = !context.isPersonal || rendered instanceof StringResponse
  const response = isMutable ? rendered : new Response(rendered.body, rendered)
  const { headers } = response
  if (context.isPersonal) headers.set('cache-control', 'private, no-store')
  if (nonce === undefined || !isDocument(response)) return response
  const policy = import.meta.env.PROD ? documentPolicy(nonce, readEnv(), pageSources(context)) : undefined
  if (isRendered) completePageHeaders(headers, policy)
  else if (policy !== undefined && !headers.has('content-security-policy')) {
    headers.set('content-security-policy', policy)
  }
  return response
}
