import { deleteCookie, setCookie } from '@tanstack/react-start/server'
import type { PublicError } from '#app/errors/public-error.ts'
import { cookiePath } from '#app/base-path.ts'
import { log } from '#app/server/log.server.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSIONS, type Session, type SessionData } from '#app/sessions/session.ts'
import { createSessions, type SessionKind } from '#app/sessions/sessions.server.ts'
import { readEnv, isHttps } from '#app/server/env.server.ts'
import { basePath } from '#app/site.ts'

/** A kind of session whose id is in a cookie of the browser. */
type CookieSessionKind = SessionKind & { cookie: string }

/** Creates the functions for the sessions of one kind. They reject when the database is unavailable. */
export function createCookieSessions<Data = SessionData>({ cookie, ...kind }: CookieSessionKind) {
  const sessions = createSessions<Data>(kind)
  /** Returns the session id in a browser's cookie. */
  const idOf = (headers: Headers) => readCookie(headers.get('cookie'), cookieName(cookie)) || undefined
  return {
    ...sessions,
    idOf,
    /** Reads the session of the request with these headers. */
    async readFrom(headers: Headers): Promise<Session<Data> | undefined> {
      const id = idOf(headers)
      return id === undefined ? undefined : sessions.read(id, Date.now())
    },
    /** Starts a session under a new id, ends the browser's previous one and sets the cookie. Returns the id. */
    async start(headers: Headers, subject: string, data: Data, now: number): Promise<string> {
      const id = await sessions.rotate(idOf(headers), subject, data, now)
      setCookie(cookieName(cookie), id, cookieAttributes(kind.lifetimeMs / 1_000))
      return id
    },
    /** Ends the browser's session for every copy of its cookie, and deletes the cookie. */
    async end(headers: Headers): Promise<void> {
      const id = idOf(headers)
      if (id !== undefined) await sessions.revoke(id)
      deleteCookie(cookieName(cookie), cookieAttributes(0))
    },
  }
}

/**
 * Runs a function that reads or writes sessions.
 *
 * @param unavailable creates the error for the visitor, which says that the database is unavailable and nothing else
 * @throws RangeError for data over the limit
 */
export async function orUnavailable<T>(
  run: () => Promise<T>,
  unavailable: () => PublicError | Promise<PublicError>,
): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    log.error({ err: cause }, 'sessions cannot be read or written')
    throw await unavailable()
  }
}

/** The sessions of the people who use the application. */
export const ownSessions = createCookieSessions({
  kind: 'person',
  cookie: SESSIONS.cookie,
  lifetimeMs: SESSIONS.lifetimeMs,
  idleMs: SESSIONS.idleMs,
})

/** Reads the session of a request. Rejects when the database is unavailable. */
export function readOwnSession({ headers }: Request): Promise<Session | undefined> {
  return ownSessions.readFrom(headers)
}

/**
 * Returns the full name of a cookie that signs in. Over HTTPS it has the prefix `__Host-`: browsers then take it from this
 * host alone, so that no subdomain can set it. Such a cookie is for all paths, so below a base path it has `__Secure-`.
 */
export function cookieName(name: string): string {
  if (!isHttps(readEnv())) return name
  return (basePath ? '__Secure-' : '__Host-') + name
}

/** Attributes of a cookie that signs in. */
export function cookieAttributes(seconds: number) {
  return { path: cookiePath, httpOnly: true, sameSite: 'lax', maxAge: seconds, secure: isHttps(readEnv()) } as const
}
