import type { Env } from '#app/server/env.server.ts'
import type { ServerFnGuardOptions } from '#app/server/server-functions/server-fn-guard.server.ts'
import { SERVER_FN_LIMITS } from '#app/server/server-functions/body-limit.ts'
import { createSharedBuckets, UNLIMITED } from '#app/server/http/shared-buckets.server.ts'

/** Clients whose rate is remembered; the least recently seen is forgotten first. */
const MAX_CLIENTS = 50_000

/** Returns the options of the server functions' guard: its own origin and the rate limit. */
export function serverFnGuardOptions(env: Env): ServerFnGuardOptions {
  const { PUBLIC_ORIGIN, RATE_LIMIT } = env
  const limiter =
    RATE_LIMIT === 'off'
      ? UNLIMITED
      : createSharedBuckets(
          'calls',
          { perSecond: RATE_LIMIT, burst: RATE_LIMIT * SERVER_FN_LIMITS.burstFactor },
          MAX_CLIENTS,
        )
  return {
    publicOrigin: PUBLIC_ORIGIN,
    allow: ({ key }) => limiter.take(key, Date.now()),
  }
}
