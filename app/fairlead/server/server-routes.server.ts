import type { Env } from '#fairlead/platform/env.server.ts'
import { getRequestSource } from '#fairlead/platform/http/check-origin.ts'
import { bodiesInFlight, limitBody, refuse, refuseRate } from '#fairlead/server/http/limit-request.server.ts'
import { createSharedBuckets } from '#fairlead/platform/http/shared-buckets.server.ts'
import type { Rate, RateDecision } from '#fairlead/platform/http/token-bucket.ts'
import type { RequestContext, RouteMatcher } from '#fairlead/platform/request-context.server.ts'
import { SERVER_FN_LIMITS } from '#fairlead/platform/http/body-limit.ts'
import { createServerFnGuard, FORBIDDEN_METHODS } from '#fairlead/server/server-functions/guard.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import { matchEncoded } from '#fairlead/navigation/routing-table/match/route-kind.ts'

/** Clients whose rate on one route is remembered: the least recently seen one is forgotten first. */
const MAX_CLIENTS = 10_000

/** Limits of a server route that differ from the limits of a server function, `SERVER_FN_LIMITS`. */
export type ServerRouteOptions = {
  /** Bytes of a body: `{ bodyBytes: 5_000_000 }`. */
  bodyBytes?: number
  /** Milliseconds until the last byte of a body has come. */
  bodyMs?: number
  /**
   * Requests of one client, by any method: `{ perSecond: 0.1, burst: 5 }`. Without it `RATE_LIMIT` counts requests that
   * may change something. `off` counts none.
   */
  rate?: Rate | 'off'
  /** Accepts writes that do not come from a page of this site, such as a webhook's. They have no cookies. */
  crossSite?: 'allow'
  /** Says to `fairlead access` that everybody may call it. It changes nothing in the server. */
  access?: 'public'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    serverRoute?: ServerRouteOptions
  }
}

declare module '@tanstack/react-start' {
  interface ServerFnOptions<TMethod, TStrict> {
    /** Says to `fairlead access` that everybody may call the function. It changes nothing in the server. */
    access?: 'public'
  }
}

/** A route's `server.handlers`: a table by method, or a function that returns one. */
type HandlerTable = Readonly<Record<string, unknown>>
type Handlers = HandlerTable | ((helpers: { createHandlers: (table: HandlerTable) => HandlerTable }) => HandlerTable)

export type RouteOptions = {
  component?: unknown
  server?: { handlers?: Handlers }
  staticData?: { serverRoute?: ServerRouteOptions }
}

/** The route at a path. `methods` are the methods that it has handlers for; `ANY` stands for all. */
type Found = { id: string; methods: readonly string[]; hasPage: boolean; options: ServerRouteOptions }

const PAGE_METHODS = ['GET', 'HEAD']

/** The methods that `ANY` stands for. `ANY` also accepts methods that are not listed here. */
const ANY_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns the methods that a route has handlers for. */
export function methodsOf({ server: { handlers = {} } = {} }: RouteOptions): string[] {
  return Object.keys(typeof handlers === 'function' ? handlers({ createHandlers: (given) => given }) : handlers)
}

/** Returns the page or server route at a normalized path; `undefined` if there is none. */
function findRoute(routes: RouteMatcher, pathname: string): Found | undefined {
  const [, params, route] = matchEncoded(routes, pathname)
  // Only a prefix of the path is a route.
  if (!route || params['**'] !== undefined) return undefined
  const options = route.options as RouteOptions
  const { component, server, staticData } = options
  return {
    id: String(route.id),
    methods: methodsOf(options),
    hasPage: component !== undefined || !server?.handlers,
    options: staticData?.serverRoute ?? {},
  }
}

/** True if the route has a handler for a method. GET handles HEAD as well. */
function hasHandler({ methods }: Pick<Found, 'methods'>, method: string): boolean {
  if (FORBIDDEN_METHODS.has(method)) return false
  return methods.includes(method) || methods.includes('ANY') || (method === 'HEAD' && methods.includes('GET'))
}

/**
 * Decides whether a path allows a method. Pages allow GET and HEAD. A server route allows the methods that it has
 * handlers for, HEAD if it has GET, and OPTIONS, which lists them. The router itself would render a page for any
 * method. At a path without a route all but the forbidden methods are allowed, and get a 404.
 */
export function checkMethod(
  routes: RouteMatcher,
  pathname: string,
  method: string,
): { type: 'allowed' } | { type: 'listed' | 'refused'; allow: string } {
  const route = findRoute(routes, pathname)
  if (!route && !FORBIDDEN_METHODS.has(method)) return { type: 'allowed' }
  if (!route) return { type: 'refused', allow: PAGE_METHODS.join(', ') }
  const { methods, hasPage } = route
  if ((hasPage && PAGE_METHODS.includes(method)) || hasHandler(route, method)) return { type: 'allowed' }
  if (methods.length === 0) return { type: 'refused', allow: PAGE_METHODS.join(', ') }
  const own = methods.includes('ANY') ? ANY_METHODS : methods
  const head = own.includes('GET') ? ['HEAD'] : []
  const allow = [...new Set([...(hasPage ? PAGE_METHODS : []), ...own, ...head, 'OPTIONS'])].join(', ')
  return { type: method === 'OPTIONS' ? 'listed' : 'refused', allow }
}

/**
 * Creates the middleware that every request to a server route passes. A write has to come from a page of this site,
 * unless the route allows others, which then come without cookies. Requests count against their client's rate. A body
 * is read up to the route's limit before the handler runs.
 */
export function createServerRoutes(env: Env, now: () => number = Date.now): Middleware {
  const guard = createServerFnGuard(env)
  const ownBuckets = new Map<string, ReturnType<typeof createSharedBuckets>>()

  async function decideRate({ request, client }: RequestContext, { id, options }: Found): Promise<RateDecision> {
    const { rate } = options
    if (rate === 'off' || (!rate && SAFE.has(request.method))) return { type: 'allowed' }
    if (!rate) return guard.allow(client)
    const buckets = ownBuckets.get(id) ?? createSharedBuckets(id, rate, MAX_CLIENTS)
    ownBuckets.set(id, buckets)
    return buckets.take(client.key, now())
  }

  return async (context, next) => {
    const { request, routes, pathname } = context
    const route = findRoute(routes, pathname)
    if (!route || !hasHandler(route, request.method)) return next()
    // Its GET may change something, and its response is no page. The browser asks again at the click.
    if (context.isPrefetch && request.headers.get('sec-fetch-dest') === 'document') {
      return refuse(503, 'a server route is not prefetched')
    }
    const isWrite = !SAFE.has(request.method)
    const { crossSite, bodyBytes = SERVER_FN_LIMITS.bytes, bodyMs = SERVER_FN_LIMITS.bodyMs } = route.options
    const refusal =
      (isWrite && crossSite !== 'allow' ? guard.rejectCrossOrigin(context) : undefined) ??
      refuseRate(await decideRate(context, route))
    if (refusal) return refusal
    if (!isWrite) return next()
    const inFlight = bodiesInFlight.open(context.client.key)
    try {
      const whole = await limitBody(request, { bytes: bodyBytes, bodyMs }, inFlight)
      if (whole instanceof Response) return whole
      if (getRequestSource(guard.originOf(context)) !== 'same-origin') whole.headers.delete('cookie')
      return await next(Object.assign({}, context, { request: whole }))
    } finally {
      inFlight.release()
    }
  }
}
