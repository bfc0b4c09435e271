import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSIONS, type Session } from '#app/sessions/session.ts'
import { createSessions } from '#app/sessions/sessions.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { isHttps } from '#app/server/http/is-https.ts'

/** The sessions of the people who use the application. */
export const ownSessions = createSessions({
  kind: 'person',
  lifetimeMs: SESSIONS.lifetimeMs,
  idleMs: SESSIONS.idleMs,
})

/** Returns the session id in a browser's cookie. */
export function sessionIdOf({ headers }: Request): string | undefined {
  return readCookie(headers.get('cookie'), cookieName(SESSIONS.cookie))
}

/** Reads the session of a request. Rejects when the database is unavailable. */
export async function readOwnSession(request: Request): Promise<Session | undefined> {
  const id = sessionIdOf(request)
  return id === undefined ? undefined : ownSessions.read(id, Date.now())
}

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
