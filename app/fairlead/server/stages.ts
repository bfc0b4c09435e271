import type { AnyRouter } from '@tanstack/react-router'
import { TUNNEL_PATH } from '#fairlead/error-reports/tunnel-path.ts'
import { type Languages, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import {
  LOCALE_COOKIE,
  type LocaleDecision,
  resolveLocale,
  visitorLocale,
} from '#fairlead/navigation/locale/resolve-locale.ts'
import { explain, type Step, type AppContext } from '#fairlead/navigation/routing-table/explain/explain.ts'
import type { CompiledTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { splitLocale, type LocalizedUrl } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { normalizeUrl, splitUrl, canonicalPath, MATCHING } from '#fairlead/navigation/routing-table/match/url.ts'
import { type RouteKind, servedAt } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import type { Beside, Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { type Env, readEnv } from '#fairlead/platform/env.server.ts'
import { getRequestSource, headerOf, type ReadHeader } from '#fairlead/platform/http/check-origin.ts'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { createBeside, type OldApplication } from '#fairlead/server/beside/beside.server.ts'
import { chooseSide } from '#fairlead/server/beside/choose-side.ts'
import { redirectResponse } from '#fairlead/server/http/redirect-response.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import type { Part } from '#fairlead/server/part.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { createRoutingTable } from '#fairlead/server/routing-table.server.ts'
import { checkMethod, createServerRoutes } from '#fairlead/server/server-routes.server.ts'
import { hiddenFromSitemap } from 'virtual:app/site'
import { createMetrics } from '#fairlead/server/telemetry/metrics.server.ts'
import { cookieText } from '#fairlead/platform/cookies.ts'
import { findPathPattern } from '#fairlead/platform/path-patterns.ts'

export type Application = {
  readonly languages: Languages
  /** The languages as they are before a visitor's language is detected. */
  readonly localeTable: LocaleTable
  readonly table: CompiledTable
  readonly files: ReadonlySet<string>
  readonly env: Env
  readonly router: AnyRouter
  readonly beside: Beside | undefined
  readonly old: OldApplication | undefined
  readonly parts: readonly Part[]
  /** Names of cookies that no other origin may see or set. */
  readonly ownCookies: readonly string[]
  readonly callServerFn: Middleware
  readonly visitorParts: Middleware
  readonly cachePages: Middleware
  readonly render: Middleware
}

export type LocaleTable = Languages & Pick<Routing, 'localeDetection'>

export type ExplainedRequest = {
  readonly languages: LocaleTable
  readonly table: CompiledTable
  readonly app: AppContext
  readonly beside?: Beside | undefined
  readonly url: string
  readonly headers: Headers
  /** The URL whose page is shown, as the routing table decided. */
  readonly shown: LocalizedUrl
}

export type Decision = {
  readonly type: 'responds' | 'passes'
  readonly text: string
  readonly steps?: readonly Step[]
  readonly location?: string
  /** The URL whose page the next stages show, and the rule that rewrote it. */
  readonly rewrite?: { readonly url: string; readonly by: string }
}

export type Stage = {
  readonly name: string
  /** Returns what the stage would do with a request, for `npm run routes -- /path`. */
  readonly explain: (request: ExplainedRequest) => Decision
  /** Creates the middleware; absent for a stage of the host, whose requests never reach the application. */
  readonly create?: (application: Application) => Middleware | readonly Middleware[]
}

const passes = (text: string): Decision => ({ type: 'passes', text })
const responds = (text: string): Decision => ({ type: 'responds', text })
const redirects = (status: number, location: string, by: string): Decision => ({
  ...responds(`${status} to ${location} [${by}]`),
  location,
})

const pathOf = ({ table, url }: ExplainedRequest): string => table.readAddress(url, undefined).path

const isBelow = (prefixes: readonly string[], path: string): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

const below =
  (...prefixes: string[]) =>
  (request: ExplainedRequest) =>
    isBelow(prefixes, pathOf(request)) ? responds('answered by the server, before any rule') : passes('another path')

const ROUTE_KINDS = {
  file: 'a file',
  static: 'a page',
  dynamic: 'a page with params',
  generated: 'a response that the server makes itself',
} as const satisfies Record<Exclude<RouteKind, null>, string>

function explainPage({ shown, app }: ExplainedRequest): Decision {
  const served = servedAt(shown, app.servedAt)
  return responds(served === null ? '404' : ROUTE_KINDS[served])
}

type NodeBacked = { runtime?: { node?: { req?: { url?: string; originalUrl?: string } } } }

/** True if the path was sent with a backslash. In the URL of a `Request` it is a slash. */
function hadBackslash(request: Request): boolean {
  const { originalUrl, url = '' } = (request as Request & NodeBacked).runtime?.node?.req ?? {}
  return (originalUrl ?? url).split('?', 1)[0]?.includes('\\') === true
}

const languageHeaders = (header: ReadHeader) => ({
  host: header('host') ?? undefined,
  cookie: readCookie(header('cookie'), LOCALE_COOKIE),
  acceptLanguage: header('accept-language') ?? undefined,
})

/** Returns the language of a visitor if URLs have no locale; `undefined` if they have one. */
export function detectVisitorLocale(table: LocaleTable, header: ReadHeader): string | undefined {
  return table.localePrefix === 'never' ? visitorLocale(table, languageHeaders(header)) : undefined
}

export function decideLocale(
  table: LocaleTable,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  header: ReadHeader,
  isPage: (path: string) => boolean,
): LocaleDecision {
  const source = getRequestSource({ header, hosts: [header('host') ?? ''], publicOrigin: undefined })
  return resolveLocale(table, {
    pathname,
    search,
    ...languageHeaders(header),
    fromHere: source === 'same-origin',
    isPage,
  })
}

/**
 * Creates the middleware that redirects to the one URL of a page in its language, and sets the page's path in the
 * routes.
 */
function createLocale({ languages, localeTable }: Application): Middleware {
  return (context, next) => {
    const { request, url, pathname, routes } = context
    const header = headerOf(request)
    const isPage = (path: string) => matchRouteKind(routes, path) !== null
    const decision = decideLocale(localeTable, { pathname, search: url.search }, header, isPage)
    if (decision.type === 'serve') {
      const routed = routedPath(languages, pathname, header('host') ?? undefined)
      if (routed !== pathname) context.pathname = normalizedPath(routed)
      return next()
    }
    const response = redirectResponse(decision.status, decision.location)
    if (decision.status === 307 || decision.chosen !== undefined) {
      response.headers.set('vary', 'Accept-Language, Cookie')
      response.headers.set('cache-control', 'private, no-store')
    }
    if (decision.chosen !== undefined) response.headers.set('set-cookie', cookieText(LOCALE_COOKIE, decision.chosen))
    return response
  }
}

function explainRoutingTable({ table, app, url, headers }: ExplainedRequest): Decision {
  const { steps, end } = explain(table, { url, headers }, app.servedAt)
  switch (end.type) {
    case 'redirect':
      return { ...redirects(end.status, end.location, end.by), steps }
    case 'proxy':
      return { ...responds(`passed on to ${end.url} [${end.by}]`), steps }
    case 'ask-server':
      return { ...responds(`only the server can tell [${end.by}]`), steps }
    case 'rewrite':
      return end.served === 'file'
        ? { ...responds(`a file, shown from ${end.url} [${end.by}]`), steps }
        : { ...passes(`shows ${end.url} [${end.by}]`), steps, rewrite: end }
    case 'malformed':
    case 'too-long':
    case 'none':
      return { ...passes('no rule applies'), steps }
  }
}

function explainBeside({ beside, table, app, url, headers }: ExplainedRequest): Decision {
  if (!beside) return passes('no application is beside this one')
  const keep = [...beside.keep, ...readEnv().BESIDE_KEEP]
  const asked = { url, headers, isNextAction: false, ticket: undefined }
  const { side, by, shared } = chooseSide(beside, keep, table, asked, app.servedAt)
  if (shared === undefined) return side === 'old' ? responds(`passed on to the old application [${by}]`) : passes(by)
  return passes(`${beside.share[shared]} % of visitors; others are passed on to the old application [${by}]`)
}

const notFound = (): Response => new Response('Not Found\n', { status: 404 })

/** Returns the response that the server generates at a reserved path; passes on if there is none. */
async function generate(
  { languages, router, parts }: Application,
  { request, url, pathname }: RequestContext,
  next: () => ReturnType<Middleware>,
): Promise<Response> {
  const { readBaseUrl } = await import('#fairlead/navigation/locale/request-info.ts')
  const { sitemapPath, staticPaths, writeRobots, writeSitemap } = await import('#fairlead/navigation/locale/sitemap.ts')
  const guarded = parts.flatMap((part) => part.guarded ?? [])
  if (pathname === '/robots.txt') {
    const own = parts.find(({ robots }) => robots)?.robots?.()
    return new Response((await own) ?? writeRobots(readBaseUrl(), guarded), {
      headers: { 'content-type': 'text/plain' },
    })
  }
  if (pathname === '/manifest.webmanifest') {
    const { writeManifest } = await import('#fairlead/metadata/manifest.ts')
    const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' }
    return new Response(writeManifest(), { headers })
  }
  const sitemapFile = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(pathname)
  if (sitemapFile) {
    const own = await Promise.all(parts.map(async ({ sitemapPaths }) => (await sitemapPaths?.()) ?? []))
    const pages = [...staticPaths(router).filter((path) => !isBelow(guarded, path)), ...own.flat()]
    const listed = pages.filter((page) => findPathPattern(hiddenFromSitemap, sitemapPath(page)) === undefined)
    const number = sitemapFile[1] === undefined ? undefined : Number(sitemapFile[1])
    const text = writeSitemap(languages, listed, readBaseUrl(), number)
    if (text === undefined) return notFound()
    return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
  }
  const { FEEDBACK_THANKS_PATH } = await import('#fairlead/errors/feedback.server.ts')
  if (pathname !== FEEDBACK_THANKS_PATH) return next()
  // The page that thanks for feedback sent without JavaScript.
  const { renderFeedbackThanks } = await import('#fairlead/errors/error-document.server.ts')
  const { documentContext } = await import('#fairlead/errors/document-context.server.ts')
  const page = await renderFeedbackThanks(documentContext(request, url.searchParams.get('address') ?? undefined))
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/**
 * The stages of a request, in order. `npm run routes -- /path` asks each for its decision. A request that a stage of
 * the host responds to never reaches the application.
 */
export const STAGES: readonly Stage[] = [
  {
    name: 'prepared-responses',
    explain: () => passes('responds to the exact URL of a cached page'),
  },
  {
    name: 'static-files',
    explain: (request) =>
      request.app.files.includes(pathOf(request)) ? responds('a file') : below('/_build')(request),
  },
  {
    name: 'monitoring',
    explain: (request) => below(TUNNEL_PATH, request.app.tunnelPath ?? TUNNEL_PATH)(request),
  },
  { name: 'health', explain: below('/healthz') },
  {
    name: 'metrics',
    explain: (request) => passes(pathOf(request) === '/metrics' ? 'responds to the operator token' : 'another path'),
    create: ({ parts }) => createMetrics(parts),
  },
  {
    // No rule and no language applies to the paths of calls.
    name: 'server-functions',
    explain: below('/_serverFn'),
    create:
      ({ callServerFn }) =>
      (context, next) =>
        context.pathname.startsWith('/_serverFn/') ? callServerFn(context, next) : next(),
  },
  {
    // Comes before canonical URLs and languages, which only this application has.
    name: 'beside',
    explain: explainBeside,
    create: createBeside,
  },
  {
    // Redirects to the one form of a URL, so that the later stages know each path in one form only.
    name: 'canonical-url',
    explain: ({ url, table }) => {
      const normal = normalizeUrl(url, table.trailingSlash)
      if (normal.type === 'malformed') return responds('400, the path cannot be decoded')
      if (normal.type === 'too-long') {
        return responds(`414, the path has more than ${MATCHING.characters} characters`)
      }
      return normal.type === 'redirect' ? redirects(308, normal.location, 'slash') : passes('the URL is canonical')
    },
    create:
      ({ table }) =>
      ({ request, url: { pathname, search } }, next) => {
        const url = pathname + search
        const normal = normalizeUrl(url, table.trailingSlash)
        if (normal.type === 'malformed') return new Response('Bad Request\n', { status: 400 })
        if (normal.type === 'too-long') return new Response('URI Too Long\n', { status: 414 })
        if (normal.type === 'redirect') return redirectResponse(308, normal.location)
        return hadBackslash(request) ? redirectResponse(308, url) : next()
      },
  },
  {
    name: 'locale',
    explain: ({ languages, app, url, headers, shown }) => {
      const { path, query } = splitUrl(url)
      const isPage = (page: string) => app.servedAt(page) !== null
      const address = { pathname: path, search: query && `?${query}` }
      const decision = decideLocale(languages, address, headerOf({ headers }), isPage)
      return decision.type === 'serve' ? passes(shown.locale) : redirects(decision.status, decision.location, 'locale')
    },
    create: createLocale,
  },
  { name: 'routing-table', explain: explainRoutingTable, create: createRoutingTable },
  {
    name: 'method',
    explain: () => passes('GET is allowed'),
    create:
      () =>
      ({ request, routes, pathname }, next) => {
        const decision = checkMethod(routes, pathname, request.method)
        if (decision.type === 'allowed') return next()
        const headers = { allow: decision.allow }
        if (decision.type === 'listed') return new Response(null, { status: 204, headers })
        return new Response('Method Not Allowed\n', { status: 405, headers })
      },
  },
  {
    // Generates responses at reserved paths, and responds 404 to paths that browsers request from every site.
    name: 'reserved-paths',
    explain: (request) =>
      reservedAt(request.shown.pathWithoutLocale) === undefined ? passes('not reserved') : explainPage(request),
    create: (application) => (context, next) => {
      const { path } = splitLocale(application.languages, canonicalPath(context.pathname))
      const reserved = reservedAt(path)
      if (reserved === 'absent') return notFound()
      return reserved === 'generated' ? generate(application, context, next) : next()
    },
  },
  {
    // Pages for visitors with a session.
    name: 'guards',
    explain: ({ shown: { pathWithoutLocale: path }, app: { guarded = [] } }) =>
      passes(isBelow(guarded, path) ? '401 unless signed in' : 'another path'),
    create: ({ parts }) => parts.flatMap(({ guard }) => guard ?? []),
  },
  {
    // Reads bodies, so it comes after the stages that can refuse a request without its body.
    name: 'server-routes',
    explain: () => passes('GET is limited only where a server route says so'),
    create: ({ env }) => createServerRoutes(env),
  },
  {
    name: 'visitor-parts',
    explain: () => passes('adds the parts per visitor to the page'),
    create: ({ visitorParts }) => visitorParts,
  },
  {
    name: 'page-cache',
    explain: ({ shown }) => passes(`responds if the route is shared${shown.query && ' and has a TTL'}`),
    create: ({ cachePages }) => cachePages,
  },
  { name: 'render', explain: explainPage, create: ({ render }) => render },
]
