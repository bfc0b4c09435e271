import { PublicError } from '#fairlead/errors/public-error.ts'

/**
 * The data of a session, next to its subject. It is stored as JSON and never sent to the browser. An application
 * adds its own fields:
 *
 *     declare module 'fairlead/sessions' {
 *       interface SessionData { basket?: string[] }
 *     }
 */
export interface SessionData {}

/**
 * The permissions of an application, by their names. It adds its own:
 *
 *     declare module 'fairlead/sessions' {
 *       interface Permissions { 'tides.edit': true }
 *     }
 */
export interface Permissions {}

/** The name of a permission. */
export type Permission = keyof Permissions

/** The session of a visitor who is signed in. */
export type Session<Data = SessionData> = {
  /** Identifies the session on the server. It is no secret: the cookie has another value. */
  readonly key: string
  readonly subject: string
  readonly data: Data
  /** The person has these permissions now, and the browser knows them too. `app/session-source.server.ts` reads them. */
  readonly permissions?: readonly Permission[] | undefined
  /** The end of the session if it is not used before, in milliseconds since 1970. */
  readonly expiresAt: number
}

export type VisibleSession = Pick<Session, 'subject' | 'expiresAt' | 'permissions'>

/** @throws PublicError 403 with the code `FORBIDDEN` */
export function requirePermission({ permissions = [] }: Pick<Session, 'permissions'>, permission: Permission): void {
  if (permissions.includes(permission)) return
  throw new PublicError('FORBIDDEN', 403, 'You do not have the permission that this needs.')
}

/** `state` is the value of the cookie `SESSIONS.stateCookie`, which changes with every sign-in and sign-out. */
export type KnownSession = { session: VisibleSession | undefined; state: string | undefined }

/** Limits and names of the sessions of an application. Times are in milliseconds. */
export const SESSIONS = {
  /** The cookie with the session's id. Its name has a prefix where the site is served by HTTPS, see `cookieName`. */
  cookie: 'session',
  /**
   * A cookie that scripts can read. It names the session and signs nobody in: by it a tab sees that somebody signed in
   * or out elsewhere, without asking the server.
   */
  stateCookie: 'session_state',
  /** The lifetime of a session, used or not: 30 days. */
  lifetimeMs: 2_592_000_000,
  /** The time without a request after which it ends: 7 days. */
  idleMs: 604_800_000,
  /** The interval between two records of its use. */
  touchMs: 60_000,
  /** The size of its data as JSON. */
  dataBytes: 4_096,
  /** The time after which a tab asks the server again, behind a navigation. */
  recheckMs: 60_000,
} as const
