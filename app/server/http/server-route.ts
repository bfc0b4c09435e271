import type { AnyRouter } from '@tanstack/react-router'
import type { Rate } from '#app/server/http/token-bucket.ts'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'

/** Limits of a server route that differ from `SERVER_ROUTE_LIMITS`. */
export type ServerRouteOptions = {
  /** Bytes of a body: `{ bodyBytes: 5_000_000 }`. */
  bodyBytes?: number
  /** Milliseconds until the last byte of a body has come. */
  bodyMs?: number
  /**
   * Requests of one client, by any method: `{ perSecond: 0.1, burst: 5 }`. Without it `RATE_LIMIT` counts those that may
   * change something. `off` counts none.
   */
  rate?: Rate | 'off'
  /** Accepts writes that do not come from a page of this site, such as those of a webhook. They have no cookies. */
  crossSite?: 'allow'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The limits of a server route. */
    serverRoute?: ServerRouteOptions
  }
}

/** A route's `server.handlers`: a table by method, or a function that returns one. */
type HandlerTable = Readonly<Record<string, unknown>>
type Handlers = HandlerTable | ((helpers: { createHandlers: (table: HandlerTable) => HandlerTable }) => HandlerTable)

/** A route with handlers. */
export type ServerRoute = {
  id: string
  /** The methods that it has handlers for; `ANY` stands for all. */
  methods: readonly string[]
  /** True when its path shows a page as well. */
  hasPage: boolean
  options: ServerRouteOptions
}

type RouteOptions = {
  component?: unknown
  server?: { handlers?: Handlers }
  staticData?: { serverRoute?: ServerRouteOptions }
}

/**
 * Returns the route with handlers at a path; `undefined` for a page without, and where no route is.
 *
 * @param pathname normalized
 */
export function findServerRoute(
  routes: Pick<AnyRouter, 'getMatchedRoutes'>,
  pathname: string,
): ServerRoute | undefined {
  const [, params, found] = matchEncoded(routes, pathname)
  // Only a prefix of the path is a route.
  if (!found || params['**'] !== undefined) return undefined
  const { component, server, staticData } = found.options as RouteOptions
  const handlers = server?.handlers
  if (!handlers) return undefined
  const table = typeof handlers === 'function' ? handlers({ createHandlers: (given) => given }) : handlers
  return {
    id: String(found.id),
    methods: Object.keys(table),
    hasPage: component !== undefined,
    options: staticData?.serverRoute ?? {},
  }
}

/** Methods that no `Request` can have (Fetch, 2.2.1). */
export const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Returns true for a method that a server route has a handler for. GET handles HEAD as well. */
export function hasHandler({ methods }: Pick<ServerRoute, 'methods'>, method: string): boolean {
  if (FORBIDDEN_METHODS.has(method)) return false
  return methods.includes(method) || methods.includes('ANY') || (method === 'HEAD' && methods.includes('GET'))
}
