import type { Env } from '#fairlead/platform/env.server.ts'
import { headerOf, originFault } from '#fairlead/platform/http/check-origin.ts'
import type { Client } from '#fairlead/platform/http/forwarded.ts'
import type { BodyInFlight } from '#fairlead/platform/http/bytes-in-flight.ts'
import { limitBody, refuse, refuseRate } from '#fairlead/server/http/limit-request.server.ts'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { bodyLimitOf, SERVER_FN_LIMITS } from '#fairlead/platform/http/body-limit.ts'
import { createSharedBuckets, UNLIMITED } from '#fairlead/platform/http/shared-buckets.server.ts'
import type { RateDecision } from '#fairlead/platform/http/token-bucket.ts'

/** Clients whose rate is remembered: the least recently seen one is forgotten first. */
const MAX_CLIENTS = 50_000

type Caller = Pick<RequestContext, 'request' | 'client'>

const SAFE = new Set(['GET', 'HEAD'])

/** Methods that no `Request` can have (Fetch, 2.2.1). */
export const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Creates the guard that every call of a server function, and every write to a server route, has to pass. */
export function createServerFnGuard({ PUBLIC_ORIGIN: publicOrigin, RATE_LIMIT }: Env) {
  const burst = Number(RATE_LIMIT) * SERVER_FN_LIMITS.burstFactor
  const limiter =
    RATE_LIMIT === 'off' ? UNLIMITED : createSharedBuckets('calls', { perSecond: RATE_LIMIT, burst }, MAX_CLIENTS)

  const allow = ({ key }: Client): Promise<RateDecision> => limiter.take(key, Date.now())

  const originOf = ({ request, client: { hosts } }: Caller) => ({ header: headerOf(request), hosts, publicOrigin })

  return {
    allow,
    originOf,
    /**
     * Refuses a request that does not come from a page of this site. Start's `createCsrfMiddleware` checks that too
     * late, once the function is found and its body is read. It also accepts an `Origin` that contradicts
     * `Sec-Fetch-Site`.
     */
    rejectCrossOrigin(caller: Caller): Response | undefined {
      const fault = originFault(originOf(caller))
      return fault === undefined ? undefined : refuse(403, `Forbidden: ${fault}`)
    },
    /**
     * Counts a call with an unsafe method against its client's rate limit, and reads its body up to the function's
     * limit and `SERVER_FN_LIMITS.fields`. `observe` gets every chunk, also of a body that is too large.
     */
    async readCall(
      { request, client }: Caller,
      inFlight: BodyInFlight,
      observe?: (chunk: Buffer) => void,
    ): Promise<Request | Response> {
      if (SAFE.has(request.method)) return request
      if (FORBIDDEN_METHODS.has(request.method)) return refuse(405, 'Method Not Allowed', { allow: 'GET, POST' })
      const refusal = refuseRate(await allow(client))
      if (refusal) return refusal
      const bytes = bodyLimitOf({ url: normalizedPath(new URL(request.url).pathname) })
      return limitBody(request, { ...SERVER_FN_LIMITS, bytes }, inFlight, observe)
    },
  }
}
