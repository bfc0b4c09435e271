import { createClientReader } from '#app/server/http/client-reader.server.ts'
import type { Env } from '#app/server/env.server.ts'
import type { ServerFnGuardOptions } from '#app/server/server-functions/server-fn-guard.server.ts'
import { SERVER_FN_LIMITS } from '#app/server/server-functions/body-limit.ts'
import { rateLimitKey } from '#app/server/http/client-ip.ts'
import { createLocalLimiter } from '#app/error-reports/ingest/rate-limiter.server.ts'

/** Returns the options of the server functions' guard: hosts of this server, trusted proxies and rate limit. */
export function serverFnGuardOptions(env: Env): ServerFnGuardOptions {
  const { PUBLIC_ORIGIN, RATE_LIMIT } = env
  const readClient = createClientReader(env)
  const limiter =
    RATE_LIMIT === 'off'
      ? undefined
      : createLocalLimiter('calls', { perSecond: RATE_LIMIT, burst: RATE_LIMIT * SERVER_FN_LIMITS.burstFactor })
  const clientOf = (request: Request): string => rateLimitKey(readClient(request).address)
  return {
    publicOrigin: PUBLIC_ORIGIN,
    hostsOf: (request) => [request.headers.get('host'), readClient(request).host].filter((host) => host !== null),
    clientOf,
    allow: async (request) => limiter?.(clientOf(request), Date.now()) ?? { type: 'allowed' },
  }
}
