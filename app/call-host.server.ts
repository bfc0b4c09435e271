import { createClientReader } from '#app/client.server.ts'
import type { Env } from '#app/env.server.ts'
import type { CallHost } from '#app/errors/calls/guard.server.ts'
import { CALL } from '#app/errors/calls/limits.ts'
import { clientKey } from '#app/monitoring/tunnel/client.ts'
import { createLocalLimiter } from '#app/monitoring/tunnel/limiter.server.ts'

/** Returns the options of the server functions' guard: where this server is, which proxies it trusts, how often a client may call. */
export function callHost(env: Env): CallHost {
  const { PUBLIC_ORIGIN, RATE_LIMIT } = env
  const readClient = createClientReader(env)
  const limiter =
    RATE_LIMIT === 'off'
      ? undefined
      : createLocalLimiter({ perSecond: RATE_LIMIT, burst: RATE_LIMIT * CALL.burstFactor })
  const clientOf = (request: Request): string => clientKey(readClient(request).address)
  return {
    publicOrigin: PUBLIC_ORIGIN,
    hostsOf: (request) => [request.headers.get('host'), readClient(request).host].filter((host) => host !== null),
    clientOf,
    allow: (request) => {
      if (!limiter) return { type: 'allowed' }
      // In this process the buckets are at hand.
      return limiter(clientOf(request), Date.now()) as ReturnType<CallHost['allow']>
    },
  }
}
