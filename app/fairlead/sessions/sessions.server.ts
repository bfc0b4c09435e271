import { createHash, randomBytes } from 'node:crypto'
import { deleteCookie, setCookie } from '@tanstack/react-start/server'
import { cookiePath } from '#fairlead/platform/base-path.ts'
import { database, transaction } from '#fairlead/database/database.server.ts'
import type { PublicError } from '#fairlead/errors/public-error.ts'
import { type Env, isHttps, readEnv } from '#fairlead/platform/env.server.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { SESSIONS, type Session, type SessionData } from '#fairlead/sessions/session.ts'
import { basePath } from 'virtual:app/site'

declare module '#fairlead/database/tables.ts' {
  interface Tables {
    /** Times are milliseconds since 1970. */
    sessions: {
      /** SHA-256 of the session's id, in hexadecimal, so that a copy of the table signs nobody in. */
      id_hash: string
      /** Sessions of one kind are never read as another. */
      kind: string
      subject: string
      data: string
      created_at: number
      /** Recorded at most once in `touchMs`. */
      seen_at: number
      expires_at: number
    }
  }
}

/** Times are in milliseconds. */
export type SessionKind = { kind: string; cookie: string; lifetimeMs: number; idleMs: number }

/** The form of an id: 256 random bits in base64url. */
const ID = /^[\w-]{43}$/

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

function serialize(data: unknown): string {
  const json = JSON.stringify(data)
  const bytes = Buffer.byteLength(json)
  if (bytes <= SESSIONS.dataBytes) return json
  throw new RangeError(
    `the data of a session has ${bytes} bytes as JSON; at most ${SESSIONS.dataBytes} are allowed. Keep larger data in a table`,
  )
}

/**
 * Returns the full name of a cookie that signs in. Over HTTPS it has the prefix `__Host-`: browsers then take it from this
 * host alone, so that no subdomain can set it. Such a cookie is for all paths, so below a base path it has `__Secure-`.
 */
export function cookieName(name: string, env: Pick<Env, 'PUBLIC_ORIGIN'> = readEnv()): string {
  if (!isHttps(env)) return name
  return (basePath ? '__Secure-' : '__Host-') + name
}

export function cookieAttributes(seconds: number) {
  return { path: cookiePath, httpOnly: true, sameSite: 'lax', maxAge: seconds, secure: isHttps(readEnv()) } as const
}

/** Each function rejects when the database is unavailable; `now` is milliseconds since 1970. */
export function createSessions<Data = SessionData>({ kind, cookie, lifetimeMs, idleMs }: SessionKind) {
  const idOf = (headers: Headers) => readCookie(headers.get('cookie'), cookieName(cookie)) || undefined
  const sessions = {
    idOf,
    async readFrom(headers: Headers): Promise<Session<Data> | undefined> {
      const id = idOf(headers)
      return id === undefined ? undefined : sessions.read(id, Date.now())
    },
    /** Starts a session under a new id, ends the browser's previous one and sets the cookie. Returns the id. */
    async start(headers: Headers, subject: string, data: Data, now: number): Promise<string> {
      const id = await sessions.rotate(idOf(headers), subject, data, now)
      setCookie(cookieName(cookie), id, cookieAttributes(lifetimeMs / 1_000))
      return id
    },
    /** Ends the browser's session for every copy of its cookie, and deletes the cookie. */
    async end(headers: Headers): Promise<void> {
      const id = idOf(headers)
      if (id !== undefined) await sessions.revoke(id)
      deleteCookie(cookieName(cookie), cookieAttributes(0))
    },
    /**
     * Starts a session and ends the browser's previous one, so that an id from before the sign-in is worthless after
     * it. Deletes sessions that have expired. Returns the new id, for a cookie.
     *
     * @throws RangeError for data over the limit
     */
    rotate: (previous: string | undefined, subject: string, data: Data, now: number): Promise<string> =>
      transaction(async (db) => {
        await db
          .deleteFrom('sessions')
          .where('kind', '=', kind)
          .where((row) =>
            row.or([
              row('expires_at', '<=', now),
              row('seen_at', '<=', now - idleMs),
              ...(previous === undefined ? [] : [row('id_hash', '=', hashOf(previous))]),
            ]),
          )
          .execute()
        const id = randomBytes(32).toString('base64url')
        const times = { created_at: now, seen_at: now, expires_at: now + lifetimeMs }
        await db
          .insertInto('sessions')
          .values({ id_hash: hashOf(id), kind, subject, data: serialize(data), ...times })
          .execute()
        return id
      }),
    /** Returns the session with an id and records its use; `undefined` when it is unknown, revoked or expired. */
    async read(id: string, now: number): Promise<Session<Data> | undefined> {
      if (!ID.test(id)) return undefined
      const db = await database()
      const key = hashOf(id)
      const row = await db
        .selectFrom('sessions')
        .select(['subject', 'data', 'seen_at', 'expires_at'])
        .where('id_hash', '=', key)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .where('seen_at', '>', now - idleMs)
        .executeTakeFirst()
      if (!row) return undefined
      let seenAt = row.seen_at
      if (seenAt <= now - SESSIONS.touchMs) {
        seenAt = now
        await db.updateTable('sessions').set({ seen_at: now }).where('id_hash', '=', key).execute()
      }
      const expiresAt = Math.min(row.expires_at, seenAt + idleMs)
      return { key, subject: row.subject, data: JSON.parse(row.data) as Data, expiresAt }
    },
    /** @throws RangeError for data over the limit */
    async setData(id: string, data: Data): Promise<void> {
      const db = await database()
      await db
        .updateTable('sessions')
        .set({ data: serialize(data) })
        .where('id_hash', '=', hashOf(id))
        .where('kind', '=', kind)
        .execute()
    },
    async revoke(id: string): Promise<void> {
      if (!ID.test(id)) return
      const db = await database()
      await db.deleteFrom('sessions').where('id_hash', '=', hashOf(id)).where('kind', '=', kind).execute()
    },
    /** Ends all sessions of a subject, except the one with an id. */
    async revokeAll(subject: string, except?: string): Promise<void> {
      const db = await database()
      const all = db.deleteFrom('sessions').where('kind', '=', kind).where('subject', '=', subject)
      await (except === undefined ? all : all.where('id_hash', '!=', hashOf(except))).execute()
    },
  }
  return sessions
}

/**
 * Runs a function that reads or writes sessions. The visitor's error says no more than that the database is
 * unavailable.
 *
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

export const ownSessions = createSessions({ kind: 'person', ...SESSIONS })

/** Reads the session of a request. Rejects when the database is unavailable. */
export function readOwnSession({ headers }: Request): Promise<Session | undefined> {
  return ownSessions.readFrom(headers)
}
