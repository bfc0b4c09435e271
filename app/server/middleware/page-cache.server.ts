import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router'
import { type AgedKey, getAgedKey } from '#app/server/page-cache/aged-key.ts'
import { type AgedRoute, createAgedPages, type RenderedAged } from '#app/server/page-cache/aged-pages.server.ts'
import { registerFastPath, preparedResponse } from '#app/server/page-cache/fast-path.server.ts'
import { getCacheKey, type CacheKey } from '#app/server/page-cache/cache-key.ts'
import type { CacheOptions } from '#app/server/page-cache/cache-options.ts'
import type { CachedPage } from '#app/server/page-cache/cached-page.ts'
import { ageHeader } from '#app/server/page-cache/cdn-headers.ts'
import { catchUpWithVisitor, OWN_WRITES_COOKIE, withInvalidated } from '#app/server/page-cache/own-writes.server.ts'
import { createPageCache } from '#app/server/page-cache/page-cache.server.ts'
import type { Policy } from '#app/server/page-cache/make-page.server.ts'
import { observeReads, privateReadMessage } from '#app/server/page-cache/private-reads.server.ts'
import { processCache } from '#app/server/page-cache/process-cache.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { flushReports, pageSources } from '#app/server/finish-response.server.ts'
import { createClientReader } from '#app/server/http/forwarded.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { hasNoRules } from '#app/server/routing-table.server.ts'
import type { Middleware, Next } from '#app/server/middleware.ts'
import { type Application, decideLocale, detectVisitorLocale } from '#app/server/stages.ts'
import { createRequestContext, type RequestContext } from '#app/server/request-context.server.ts'
import { cachedDocumentPolicy } from '#app/server/security-headers.server.ts'
import { inheritTrace, readTrace } from '#app/error-reports/build-event.server.ts'
import { isGuarded } from '#app/navigation/guarded-routes.ts'
import { findDomain, localesAt } from '#app/navigation/locale/locale-url.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { readOrigin } from '#app/navigation/locale/request-info.ts'
import { hasCdn } from '#app/site.ts'

type Routing = Pick<Application, 'localeTable' | 'table'>

/** A page that all visitors share, as its route declares. */
type SharedPage = { type: 'static' } | ({ type: 'aged' } & AgedRoute)

/** Returns the page at a path if all visitors share it. A page behind a guard is none. */
function findSharedPage({ routes }: RequestContext, pathname: string): SharedPage | undefined {
  const [, params, route] = routes.getMatchedRoutes(pathname)
  const { cache } = ((route?.options ?? {}) as { staticData?: StaticDataRouteOption }).staticData ?? {}
  if (cache === undefined || params['**'] !== undefined || isGuarded(route as AnyRoute)) return undefined
  return cache === 'static' ? { type: 'static' } : { type: 'aged', id: String(route?.id), options: cache, params }
}

/** Renders a page for all visitors, with a request that contains nothing of any of them but what its key has. */
async function renderShared(
  { pathname, domain, theme, search = '', cookies = '', headers: declared = [] }: CacheKey & Partial<AgedKey>,
  { request: original, routes, pathname: routed, visitorLocale }: RequestContext,
  next: Next,
  options?: CacheOptions,
): Promise<RenderedAged> {
  const headers = new Headers(declared.map(([name, value]): [string, string] => [name, value]))
  headers.set('accept', 'text/html')
  if (domain !== undefined) headers.set('host', domain)
  const cookie = [theme && `theme=${theme}`, cookies].filter(Boolean).join('; ')
  if (cookie !== '') headers.set('cookie', cookie)
  const request = new Request(new URL(pathname + search, readOrigin()), { headers })
  inheritTrace(original, request)
  const context = createRequestContext(request, 'page', undefined, routes)
  context.pathname = routed
  context.visitorLocale = visitorLocale
  let privateRead: string | undefined
  if (options) {
    context.onPrivateRead = (what) => (privateRead ??= what)
    observeReads(request, options, context.onPrivateRead)
  }
  const response = await next(context)
  // An error while the page is streamed counts as well.
  const body = response.body && (await response.arrayBuffer())
  await flushReports(context)
  const failed = context.capturedErrors.length > 0 || context.publicError !== undefined
  const rendered = { response: new Response(body, response), failed, sources: pageSources(context) }
  return { ...rendered, tags: [...context.cacheTags], privateRead }
}

/** Returns true for a page with an age that is the same for all requests for its URL. */
function isForCdn({ localeTable, table }: Routing, { options }: AgedRoute, { pathname, domain }: AgedKey): boolean {
  const { localeDetection } = localeTable
  // A rule may look at headers, and the first page or every page at the visitor's language.
  const isDetected = localeDetection === 'every-path' || (localeDetection && pathname === '/')
  const hasOneLanguage = languages.localePrefix === 'never' ? localesAt(languages, domain).length === 1 : !isDetected
  return hasCdn && options.vary === undefined && hasNoRules(table, pathname, domain) && hasOneLanguage
}

/** Has a page that will be cached fail in development where it reads what is one visitor's. */
function failOnPrivateReads(context: RequestContext): void {
  const page = findSharedPage(context, context.pathname)
  if (page?.type !== 'aged') return
  // Reports of errors read it later.
  readTrace(context.request)
  let hasFailed = false
  context.onPrivateRead = (what) => {
    // The page that shows the error reads more.
    if (hasFailed) return
    hasFailed = true
    throw new Error(privateReadMessage(page.id, what))
  }
  observeReads(context.request, page.options, context.onPrivateRead)
}

/**
 * Returns the middleware that responds with cached pages, in production only: in development
 * every page is rendered for each request.
 *
 * @param sessions the cookies of visitors with a session, for whom static pages are rendered
 */
export function createPageCacheMiddleware(sessions: readonly string[], routing: Routing): Middleware {
  if (!import.meta.env.PROD) {
    return async (context, next) => {
      await catchUpWithVisitor(context)
      failOnPrivateReads(context)
      return withInvalidated(await next(), context)
    }
  }

  const policy: Policy = (scripts, page) => cachedDocumentPolicy(scripts, readEnv(), page)
  const pages = createPageCache({ policy })
  const agedPages = createAgedPages({
    cache: () => processCache().pages,
    policy,
    isForCdn: (page, key) => isForCdn(routing, page, key),
  })
  const readClient = createClientReader(readEnv())
  const withoutRules = new WeakMap<CachedPage, boolean>()

  // A page is cached under its canonical URL. A request for exactly this URL passes every stage before the cache, if no
  // rule applies to it; only where the language is detected it depends on that as well.
  registerFastPath(({ method = '', url = '', headers, socket }) => {
    const sent = (name: string) => headers[name] as string | undefined
    const [host] = readClient({ peer: socket.remoteAddress, header: sent }).hosts
    const header = (name: string) => (name === 'host' ? host : sent(name))
    const cookie = header('cookie')
    const domain = findDomain(languages, header('host'))?.domain
    // Where URLs do not say the language, it is part of the key.
    const locale = detectVisitorLocale(routing.localeTable, header)
    const request = { method, pathname: url, search: '', cookie, domain, locale }
    const decision = getCacheKey(request, sessions, () => true)
    if (decision.type !== 'static' || readCookie(cookie, OWN_WRITES_COOKIE) !== undefined) return undefined
    const known = pages.find(decision.key)
    const entry = known ? undefined : agedPages.fresh({ ...decision.key, search: '', cookies: '', headers: [] })
    const page = known ?? entry?.value
    if (!page) return undefined
    let isWithoutRules = withoutRules.get(page)
    if (isWithoutRules === undefined) withoutRules.set(page, (isWithoutRules = hasNoRules(routing.table, url, domain)))
    if (!isWithoutRules) return undefined
    const mayRedirect = locale === undefined && (url === '/' || routing.localeTable.localeDetection === 'every-path')
    if (
      mayRedirect &&
      decideLocale(routing.localeTable, { pathname: url, search: '' }, header, () => true).type !== 'serve'
    )
      return undefined
    const ready = preparedResponse(page, headers)
    return hasCdn && entry ? { ...ready, headers: { ...ready.headers, age: ageHeader(entry, Date.now()) } } : ready
  })

  /** Responds with a page that all visitors share; `undefined` when this one may see another. */
  async function respond(page: SharedPage, context: RequestContext, next: Next): Promise<Response | undefined> {
    const { request, url } = context
    const domain = findDomain(languages, request.headers.get('host') ?? undefined)?.domain
    const cookie = request.headers.get('cookie') ?? undefined
    const conditions = {
      method: request.method,
      pathname: url.pathname,
      search: url.search,
      cookie,
      domain,
      locale: context.visitorLocale,
    }
    if (page.type === 'static') {
      const decision = getCacheKey(conditions, sessions, () => true)
      if (decision.type !== 'static') return undefined
      return pages.respond(decision.key, request, (key) => renderShared(key, context, next))
    }
    const header = (name: string) => request.headers.get(name)
    const decision = getAgedKey({ ...conditions, header }, page.options)
    if (decision.type !== 'shared') return undefined
    return agedPages.respond(page, decision.key, request, (key) => renderShared(key, context, next, page.options))
  }

  return async (context, next) => {
    // Most have nothing to wait for, and no turn is lost.
    const caughtUp = catchUpWithVisitor(context)
    if (caughtUp) await caughtUp
    // A rewritten URL shows another page than its own.
    const page = context.rewrittenUrl === null ? findSharedPage(context, context.pathname) : undefined
    const cached = page && (await respond(page, context, next))
    return cached ?? withInvalidated(await next(), context)
  }
}
