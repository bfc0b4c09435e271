import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router'
import { registerFastPath, preparedResponse } from '#app/server/page-cache/fast-path.server.ts'
import { getCacheKey, type CacheKey } from '#app/server/page-cache/cache-key.ts'
import type { CachedPage } from '#app/server/page-cache/cached-page.ts'
import { createPageCache, type Rendered } from '#app/server/page-cache/page-cache.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { flushReports, pageSources } from '#app/server/finish-response.server.ts'
import { decideLocale } from '#app/server/middleware/locale.server.ts'
import { hasNoRules } from '#app/server/middleware/routing-table.server.ts'
import type { Middleware, Next } from '#app/server/pipeline.ts'
import { createRequestContext, type RequestContext } from '#app/server/request-context.server.ts'
import { cachedDocumentPolicy } from '#app/server/security-headers.server.ts'
import { inheritTrace } from '#app/error-reports/build-event.server.ts'
import { isGuarded } from '#app/navigation/guarded-routes.ts'
import { findDomain } from '#app/navigation/locale/locale-url.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { readOrigin } from '#app/navigation/locale/request-info.ts'

/** Returns true for the path of a page that all visitors share, as its route declares. A page behind a guard is none. */
function isStatic({ routes }: RequestContext, pathname: string): boolean {
  const [, params, route] = routes.getMatchedRoutes(pathname)
  const { staticData } = (route?.options ?? {}) as { staticData?: StaticDataRouteOption }
  return staticData?.cache === 'static' && params['**'] === undefined && !isGuarded(route as AnyRoute)
}

/** Renders a page for all visitors, with a request that contains nothing of any of them. */
async function renderShared(
  { pathname, domain, theme }: CacheKey,
  { request: original, routes }: RequestContext,
  next: Next,
): Promise<Rendered> {
  const headers = new Headers({ accept: 'text/html' })
  if (domain !== undefined) headers.set('host', domain)
  if (theme !== undefined) headers.set('cookie', `theme=${theme}`)
  const request = new Request(new URL(pathname, readOrigin()), { headers })
  inheritTrace(original, request)
  const context = createRequestContext(request, 'page', undefined, routes)
  const response = await next(context)
  // An error while the page is streamed counts as well.
  const body = response.body && (await response.arrayBuffer())
  await flushReports(context)
  const failed = context.capturedErrors.length > 0 || context.publicError !== undefined
  return { response: new Response(body, response), failed, sources: pageSources(context) }
}

/**
 * Returns the middleware that responds with cached pages, in production only: in development
 * every page is rendered for each request.
 *
 * @param sessions the cookies of visitors with a session
 */
export function createPageCacheMiddleware(sessions: readonly string[]): Middleware {
  if (!import.meta.env.PROD) return (_, next) => next()

  const pages = createPageCache({ policy: (scripts, page) => cachedDocumentPolicy(scripts, readEnv(), page) })
  const withoutRules = new WeakMap<CachedPage, boolean>()

  // A page is cached under its canonical URL. A request for exactly this URL passes every stage before the cache, if no
  // rule applies to it; only the first page depends on the language as well.
  registerFastPath(({ method = '', url = '', headers }) => {
    const header = (name: string) => headers[name] as string | undefined
    const domain = findDomain(languages, header('host'))?.domain
    const request = { method, pathname: url, search: '', cookie: header('cookie'), domain }
    const decision = getCacheKey(request, sessions, () => true)
    const page = decision.type === 'static' ? pages.find(decision.key) : undefined
    if (!page) return undefined
    let isWithoutRules = withoutRules.get(page)
    if (isWithoutRules === undefined) withoutRules.set(page, (isWithoutRules = hasNoRules(url, domain)))
    if (!isWithoutRules || (url === '/' && decideLocale(url, '', header).type !== 'serve')) return undefined
    return preparedResponse(page, headers)
  })

  return async (context, next) => {
    // A rewritten URL shows another page than its own.
    if (context.rewrittenUrl !== null) return next()
    const { request, url } = context
    const domain = findDomain(languages, request.headers.get('host') ?? undefined)?.domain
    const cookie = request.headers.get('cookie') ?? undefined
    const conditions = { method: request.method, pathname: url.pathname, search: url.search, cookie, domain }
    const decision = getCacheKey(conditions, sessions, (pathname) => isStatic(context, pathname))
    if (decision.type !== 'static') return next()
    const cached = await pages.respond(decision.key, request, (key) => renderShared(key, context, next))
    return cached ?? next()
  }
}
