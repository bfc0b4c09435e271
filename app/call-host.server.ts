import { createClientReader } from '#app/client.server.ts'
import type { Env } from '#app/env.server.ts'
import type { CallHost } from '#app/errors/calls/guard.server.ts'
import { CALL } from '#app/errors/calls/limits.ts'
import { clientKey } from '#app/monitoring/tunnel/client.ts'
import { createLocalLimiter } from '#app/monitoring/tunnel/limiter.server.ts'

/** What the environment says of calls: where this server is, which proxies are believed, and how often a client may call. */
export function callHost(env: Env): CallHost {
  const { PUBLIC_ORIGIN, RATE_LIMIT } = env
  const clientOf = createClientReader(env)
  const limiter =
    RATE_LIMIT === 'off'
      ? undefined
      : createLocalLimiter({ perSecond: RATE_LIMIT, burst: RATE_LIMIT * CALL.burstFactor })
  return {
    publicOrigin: PUBLIC_ORIGIN,
    hostsOf: (request) => [request.headers.get('host'), clientOf(request).host].filter((host) => host !== null),
    allow: (request) => {
      if (!limiter) return { type: 'allowed' }
      // In this process the buckets are at hand.
      return limiter(clientKey(clientOf(request).address), Date.now()) as ReturnType<CallHost['allow']>
    },
  }
}
