import type { Env } from '#app/server/env.server.ts'
import type { ServerFnGuardOptions } from '#app/server/server-functions/server-fn-guard.server.ts'
import { SERVER_FN_LIMITS } from '#app/server/server-functions/body-limit.ts'
import { createLocalLimiter } from '#app/error-reports/ingest/rate-limiter.server.ts'

/** Returns the options of the server functions' guard: its own origin and the rate limit. */
export function serverFnGuardOptions(env: Env): ServerFnGuardOptions {
  const { PUBLIC_ORIGIN, RATE_LIMIT } = env
  const limiter =
    RATE_LIMIT === 'off'
      ? undefined
      : createLocalLimiter('calls', { perSecond: RATE_LIMIT, burst: RATE_LIMIT * SERVER_FN_LIMITS.burstFactor })
  return {
    publicOrigin: PUBLIC_ORIGIN,
    allow: async ({ key }) => limiter?.(key, Date.now()) ?? { type: 'allowed' },
  }
}
