import { createHash, randomBytes } from 'node:crypto'
import { database, transaction } from '#app/database/database.server.ts'
import { SESSIONS, type Session, type SessionData } from '#app/sessions/session.ts'

/** A row of the table `sessions`. Times are milliseconds since 1970. */
export type SessionsTable = {
  /** SHA-256 of the session's id, in hexadecimal, so that a copy of the table signs nobody in. */
  id_hash: string
  /** Sessions of one kind are never read as another. */
  kind: string
  /** The id of the person who is signed in. */
  subject: string
  /** JSON. */
  data: string
  created_at: number
  /** Recorded at most once in `touchMs`. */
  seen_at: number
  expires_at: number
}

declare module '#app/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

/** A kind of sessions and its limits. Times are in milliseconds. */
export type SessionKind = { kind: string; lifetimeMs: number; idleMs: number }

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
 * Creates the functions that read and write sessions of one kind, in the application's database. Each rejects when the
 * database is unavailable; `now` is milliseconds since 1970.
 */
export function createSessions<Data = SessionData>({ kind, lifetimeMs, idleMs }: SessionKind) {
  return {
    /**
     * Starts a session and ends the browser's previous one, so that an id from before the sign-in is worth nothing after
     * it. Deletes sessions that have expired.
     *
     * @param previous the id that the browser sent, if any
     * @returns the new id, for a cookie
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
    /**
     * Replaces the data of the session with an id, if there is one.
     *
     * @throws RangeError for data over the limit
     */
    async setData(id: string, data: Data): Promise<void> {
      const db = await database()
      await db
        .updateTable('sessions')
        .set({ data: serialize(data) })
        .where('id_hash', '=', hashOf(id))
        .where('kind', '=', kind)
        .execute()
    },
    /** Ends the session with an id, if there is one. */
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
}
