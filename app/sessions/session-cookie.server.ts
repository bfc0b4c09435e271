import { readEnv } from '#app/server/env.server.ts'

/** Returns true where browsers reach this site by HTTPS: `PUBLIC_ORIGIN` says so. */
export function isHttps(): boolean {
  return readEnv().PUBLIC_ORIGIN?.startsWith('https:') === true
}

/**
 * Returns the full name of a cookie that signs in. Over HTTPS it has the prefix `__Host-`: browsers then take it from this
 * host alone, so that no subdomain can set it.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name
}

/** Attributes of a cookie that signs in. */
export function cookieAttributes(seconds: number) {
  return { path: '/', httpOnly: true, sameSite: 'lax', maxAge: seconds, secure: isHttps() } as const
}
