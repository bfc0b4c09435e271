import type { Env } from '#app/server/env.server.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import type { Client } from '#app/server/http/forwarded.ts'
import { limitBody, refuseRate } from '#app/server/http/limit-request.server.ts'
import { findServerRoute, hasHandler, type ServerRoute } from '#app/server/http/server-route.ts'
import { createSharedBuckets } from '#app/server/http/shared-buckets.server.ts'
import type { Rate, RateDecision } from '#app/server/http/token-bucket.ts'
import type { Middleware } from '#app/server/pipeline.ts'
import type { RequestContext } from '#app/server/request-context.server.ts'
import { serverFnGuardOptions } from '#app/server/server-functions/server-fn-guard-options.server.ts'
import { rejectCrossOrigin } from '#app/server/server-functions/server-fn-guard.server.ts'

/** The limits of a server route that sets none. Times are in milliseconds. */
export const SERVER_ROUTE_LIMITS = {
  /** Of a body: 1 MB, as of a server function's. */
  bytes: 1_048_576,
  /** Until the last byte of a body has come. */
  bodyMs: 10_000,
  /** Clients that are remembered for a rate of a route's own; the least recently seen is forgotten first. */
  clients: 10_000,
} as const

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns the middleware that every request to a server route passes: a write has to come from a page of this site,
 * unless the route allows others, which then come without cookies; requests count against their client's rate; and a
 * body is read up to the route's limit before the handler runs.
 */
export function createServerRoutes(env: Env, now: () => number = Date.now): Middleware {
  const guard = serverFnGuardOptions(env)
  const ownBuckets = new Map<string, ReturnType<typeof createSharedBuckets>>()

  /** Takes a token of the client from the buckets of a route. */
  async function takeOwn(id: string, rate: Rate, client: string): Promise<RateDecision> {
    const buckets = ownBuckets.get(id) ?? createSharedBuckets(id, rate, SERVER_ROUTE_LIMITS.clients)
    ownBuckets.set(id, buckets)
    return buckets.take(client, now())
  }

  async function decideRate(
    request: Request,
    { id, options: { rate } }: ServerRoute,
    client: Client,
  ): Promise<RateDecision> {
    if (rate === 'off') return { type: 'allowed' }
    if (rate) return takeOwn(id, rate, client.key)
    return SAFE.has(request.method) ? { type: 'allowed' } : guard.allow(client)
  }

  function isSameOrigin({ request, client: { hosts } }: RequestContext): boolean {
    const header = (name: string): string | null => request.headers.get(name)
    return getRequestSource({ header, hosts, publicOrigin: guard.publicOrigin }) === 'same-origin'
  }

  return async (context, next) => {
    const { request, routes, pathname, client } = context
    const route = findServerRoute(routes, pathname)
    if (!route || !hasHandler(route, request.method)) return next()
    const isWrite = !SAFE.has(request.method)
    const {
      crossSite,
      bodyBytes: bytes = SERVER_ROUTE_LIMITS.bytes,
      bodyMs = SERVER_ROUTE_LIMITS.bodyMs,
    } = route.options
    const refusal =
      (isWrite && crossSite !== 'allow' ? rejectCrossOrigin(context, guard) : undefined) ??
      refuseRate(await decideRate(request, route, client))
    if (refusal) return refusal
    if (!isWrite) return next()
    const whole = await limitBody(request, { bytes, bodyMs })
    if (whole instanceof Response) return whole
    if (!isSameOrigin(context)) whole.headers.delete('cookie')
    return next({ ...context, request: whole })
  }
}
