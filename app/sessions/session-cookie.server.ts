import { readEnv } from '#app/server/env.server.ts'
import { isHttps } from '#app/server/http/is-https.ts'

/**
 * Returns the full name of a cookie that signs in. Over HTTPS it has the prefix `__Host-`: browsers then take it from this
 * host alone, so that no subdomain can set it.
 */
export function cookieName(name: string): string {
  return isHttps(readEnv()) ? `__Host-${name}` : name
}

/** Attributes of a cookie that signs in. */
export function cookieAttributes(seconds: number) {
  return { path: '/', httpOnly: true, sameSite: 'lax', maxAge: seconds, secure: isHttps(readEnv()) } as const
}
