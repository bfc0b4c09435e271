import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSIONS, type Session } from '#app/sessions/session.ts'
import { cookieName } from '#app/sessions/session-cookie.server.ts'
import { createSessions } from '#app/sessions/sessions.server.ts'

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
