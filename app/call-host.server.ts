import type { Env } from '#app/env.server.ts'
import type { CallHost } from '#app/errors/calls/guard.server.ts'
import { CALL } from '#app/errors/calls/limits.ts'
import { clientAddress, clientKey, trustProxies } from '#app/monitoring/tunnel/client.ts'
import { createLocalLimiter } from '#app/monitoring/tunnel/limiter.server.ts'

/** Who is connected, as srvx tells it. */
function socketAddress(request: Request): string | undefined {
  return (request as Request & { ip?: string }).ip?.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** What the environment says of calls: where this server is, which proxies are believed, and how often a client may call. */
export function callHost({ PUBLIC_ORIGIN, TRUSTED_PROXIES, RATE_LIMIT }: Env): CallHost {
  const isTrusted = trustProxies(TRUSTED_PROXIES)
  const limiter =
    RATE_LIMIT === 'off'
      ? undefined
      : createLocalLimiter({ perSecond: RATE_LIMIT, burst: RATE_LIMIT * CALL.burstFactor })
  return {
    publicOrigin: PUBLIC_ORIGIN,
    hostsOf: (request) => {
      const forwarded = isTrusted(socketAddress(request) ?? '') ? request.headers.get('x-forwarded-host') : null
      return [request.headers.get('host'), forwarded].filter((host) => host !== null)
    },
    allow: (request) => {
      if (!limiter) return { type: 'allowed' }
      const address = clientAddress(
        socketAddress(request),
        request.headers.get('x-forwarded-for') ?? undefined,
        isTrusted,
      )
      // In this process the buckets are at hand.
      return limiter(clientKey(address), Date.now()) as ReturnType<CallHost['allow']>
    },
  }
}
