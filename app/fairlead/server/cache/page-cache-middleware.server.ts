import type { AnyRoute } from '@tanstack/react-router'
import { type CacheKey, type CacheRequest, getCacheKey, requestForKey } from '#fairlead/server/cache/cache-key.ts'
import type { CacheOptions } from '#fairlead/server/cache/cache-options.ts'
import { ageHeader, preparedResponse } from '#fairlead/server/cache/stored-page.server.ts'
import { registerFastPath } from '#fairlead/server/cache/fast-path.server.ts'
import { CACHE_AFTER_COOKIE, catchUpWithVisitor, withInvalidated } from '#fairlead/server/cache/invalidate.server.ts'
import { createPageCache, type RenderedShared, type SharedPage } from '#fairlead/server/cache/page-cache.server.ts'
import { observeReads, privateReadMessage } from '#fairlead/server/cache/private-reads.server.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { flushReports, pageSources } from '#fairlead/server/finish-response.server.ts'
import { headerOf } from '#fairlead/platform/http/check-origin.ts'
import { createClientReader } from '#fairlead/platform/http/forwarded.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { hasNoRules } from '#fairlead/server/routing-table.server.ts'
import { readBesidePaths } from '#fairlead/navigation/routing-table/client/beside-paths.ts'
import { findPathPattern } from '#fairlead/platform/path-patterns.ts'
import type { Middleware, Next } from '#fairlead/server/middleware.ts'
import { type Application, decideLocale, detectVisitorLocale } from '#fairlead/server/stages.ts'
import { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { inheritTrace, readTrace } from '#fairlead/error-reports/build-event.server.ts'
import { isGuarded } from '#fairlead/navigation/guarded-routes.ts'
import { findDomain, localesAt } from '#fairlead/navigation/locale/locale-url.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { readBaseUrl } from '#fairlead/navigation/locale/request-info.ts'
import { hasCdn } from 'virtual:app/site'

type Routing = Pick<Application, 'localeTable' | 'table'>

/** Returns the page at a path if all visitors share it, which a page behind a guard is not. */
function findSharedPage({ routes }: RequestContext, pathname: string): SharedPage | undefined {
  const [, params, route] = routes.getMatchedRoutes(pathname)
  const cache = route?.options.staticData?.cache
  if (cache === undefined || params['**'] !== undefined || isGuarded(route as AnyRoute)) return undefined
  return { id: String(route?.id), cache, params }
}

/** Renders a page for all visitors, from a request that contains only the parts of its key. */
async function renderShared(
  key: CacheKey,
  { cache }: SharedPage,
  { request: original, routes, pathname: routed, visitorLocale }: RequestContext,
  next: Next,
): Promise<RenderedShared> {
  const request = requestForKey(key, readBaseUrl())
  inheritTrace(original, request)
  const context = new RequestContext(request, undefined, routes)
  context.pathname = routed
  context.visitorLocale = visitorLocale
  let privateRead: string | undefined
  if (cache !== 'static') {
    context.onPrivateRead = (what) => (privateRead ??= what)
    observeReads(request, cache, context.onPrivateRead)
  }
  const response = await next(context)
  // An error while the page is streamed counts as well.
  const body = response.body && (await response.arrayBuffer())
  await flushReports(context)
  const failed = context.capturedErrors.length > 0 || context.publicError !== undefined
  const rendered = { response: new Response(body, response), failed, sources: pageSources(context) }
  return { ...rendered, tags: [...context.cacheTags], privateRead }
}

/** True for a page that is the same for all requests for its URL. */
function isForCdn({ localeTable, table }: Routing, { vary }: CacheOptions, { pathname, domain }: CacheKey): boolean {
  const { localeDetection } = localeTable
  // A rule may look at headers, and the first page or every page at the visitor's language.
  const isDetected = localeDetection === 'every-path' || (localeDetection && pathname === '/')
  const hasOneLanguage = languages.localePrefix === 'never' ? localesAt(languages, domain).length === 1 : !isDetected
  return hasCdn && vary === undefined && hasNoRules(table, pathname, domain) && hasOneLanguage
}

/** In development, makes a page that would be cached fail when it reads private data. */
function failOnPrivateReads(context: RequestContext): void {
  const page = findSharedPage(context, context.pathname)
  if (!page || page.cache === 'static') return
  // Reports of errors read the trace later, which must not count as a read of the page.
  readTrace(context.request)
  let hasFailed = false
  context.onPrivateRead = (what) => {
    // The page that shows the error reads more headers.
    if (hasFailed) return
    hasFailed = true
    throw new Error(privateReadMessage(page.id, what))
  }
  observeReads(context.request, page.cache, context.onPrivateRead)
}

/**
 * Creates the middleware that responds with cached pages, in production only: in development every page is rendered for
 * each request. `sessions` are the cookies of visitors with a session, for whom static pages are rendered.
 */
export function createPageCacheMiddleware(sessions: readonly string[], routing: Routing): Middleware {
  if (!import.meta.env.PROD) {
    return async (context, next) => {
      await catchUpWithVisitor(context)
      failOnPrivateReads(context)
      return withInvalidated(await next(), context)
    }
  }

  const besidePaths = readBesidePaths()
  const hasOldSide = (url: string): boolean =>
    findPathPattern(besidePaths, routing.table.readAddress(url, undefined).pathWithoutLocale) !== undefined
  const pages = createPageCache(
    (options, key) => isForCdn(routing, options, key),
    // A rule may look at any param.
    ({ pathname, domain }) => hasNoRules(routing.table, pathname, domain) && !hasOldSide(pathname),
  )
  const readClient = createClientReader(readEnv())
  const withoutRules = new WeakMap<object, boolean>()

  // A page is cached under its canonical URL. A request for exactly this URL passes every stage before the cache, if no
  // rule applies to it. Only where the language is detected does the page depend on the language as well.
  registerFastPath(({ method = '', url = '', headers, socket }) => {
    const sent = (name: string) => (headers[name] as string | undefined) ?? null
    const [host] = readClient({ peer: socket.remoteAddress, header: sent }).hosts
    const header = (name: string) => (name === 'host' ? (host ?? null) : sent(name))
    const cookie = headers.cookie
    const domain = findDomain(languages, host)?.domain
    // Where URLs do not say the language, it is part of the key.
    const locale = detectVisitorLocale(routing.localeTable, header)
    const request = { method, pathname: url, search: '', cookie, domain, locale, header: () => null }
    // Pages with a TTL that vary by more are not on the fast path.
    const decision = getCacheKey(request, 'static', sessions)
    if (decision.type === 'visitor' || readCookie(cookie, CACHE_AFTER_COOKIE) !== undefined) return undefined
    const entry = pages.fresh(decision.key)
    if (!entry || entry.value.hasVisitorParts) return undefined
    const page = entry.value
    let isWithoutRules = withoutRules.get(page)
    if (isWithoutRules === undefined) {
      isWithoutRules = hasNoRules(routing.table, url, domain) && !hasOldSide(url)
      withoutRules.set(page, isWithoutRules)
    }
    if (!isWithoutRules) return undefined
    const mayRedirect = locale === undefined && (url === '/' || routing.localeTable.localeDetection === 'every-path')
    if (
      mayRedirect &&
      decideLocale(routing.localeTable, { pathname: url, search: '' }, header, () => true).type !== 'serve'
    )
      return undefined
    const ready = preparedResponse(page, header)
    return hasCdn ? { ...ready, headers: { ...ready.headers, age: ageHeader(entry, Date.now()) } } : ready
  })

  /** Responds with a page that all visitors share; `undefined` when this visitor may see another one. */
  async function respond(page: SharedPage, context: RequestContext, next: Next): Promise<Response | undefined> {
    const { request, url } = context
    const conditions: CacheRequest = {
      method: request.method,
      pathname: url.pathname,
      search: url.search,
      cookie: request.headers.get('cookie') ?? undefined,
      domain: findDomain(languages, request.headers.get('host') ?? undefined)?.domain,
      locale: context.visitorLocale,
      header: headerOf(request),
    }
    const decision = getCacheKey(conditions, page.cache, sessions)
    if (decision.type === 'visitor') return undefined
    return pages.respond(page, decision.key, request, (key) => renderShared(key, page, context, next))
  }

  return async (context, next) => {
    // Most visitors have nothing to wait for, and lose no turn of the event loop.
    const caughtUp = catchUpWithVisitor(context)
    if (caughtUp) await caughtUp
    // A rewritten URL shows the page of another URL.
    const page = context.rewrittenUrl === null ? findSharedPage(context, context.pathname) : undefined
    const cached = page && (await respond(page, context, next))
    return cached ?? withInvalidated(await next(), context)
  }
}
