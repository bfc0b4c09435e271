import type { Env } from '#app/server/env.server.ts'

/** Returns true where browsers reach this site by HTTPS: `PUBLIC_ORIGIN` says so. */
export function isHttps({ PUBLIC_ORIGIN }: Pick<Env, 'PUBLIC_ORIGIN'>): boolean {
  return PUBLIC_ORIGIN?.startsWith('https:') === true
}
