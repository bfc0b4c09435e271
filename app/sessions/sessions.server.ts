import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'

/** A row of the table `sessions`. Times are milliseconds since 1970. */
export type SessionsTable = {
  /** SHA-256 of the session's id, in hexadecimal, so that a copy of the table signs nobody in. */
  id_hash: string
  /** The name of whoever is signed in. */
  subject: string
  created_at: number
  expires_at: number
}

/** The tables that sessions need, for Kysely. */
export type SessionTables = { sessions: SessionsTable }

/** A valid session. */
export type Session = { subject: string; expiresAt: number }

/** Server-side sessions. Every function rejects when the database is unavailable; `now` is milliseconds since 1970. */
export type Sessions = {
  /** Starts a session and returns its id, for a cookie. Deletes sessions that have expired. */
  issue: (subject: string, lifetimeMs: number, now: number) => Promise<string>
  /** Returns the session with an id; `undefined` when it is unknown, revoked or expired. */
  read: (id: string, now: number) => Promise<Session | undefined>
  /** Ends the session with an id, if there is one. */
  revoke: (id: string) => Promise<void>
  /** Ends all sessions of a subject. */
  revokeAll: (subject: string) => Promise<void>
}

/** The form of an id: 256 random bits in base64url. */
const ID = /^[\w-]{43}$/

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/**
 * Creates the functions that read and write sessions.
 *
 * @param database has the table `sessions`, whichever others its type names
 */
export function createSessions<Tables>(database: Kysely<Tables>): Sessions {
  const db = database as unknown as Kysely<SessionTables>
  return {
    async issue(subject, lifetimeMs, now) {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
      const id = randomBytes(32).toString('base64url')
      const row = { id_hash: hashOf(id), subject, created_at: now, expires_at: now + lifetimeMs }
      await db.insertInto('sessions').values(row).execute()
      return id
    },
    async read(id, now) {
      if (!ID.test(id)) return undefined
      const row = await db
        .selectFrom('sessions')
        .select(['subject', 'expires_at'])
        .where('id_hash', '=', hashOf(id))
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && { subject: row.subject, expiresAt: row.expires_at }
    },
    async revoke(id) {
      if (ID.test(id)) await db.deleteFrom('sessions').where('id_hash', '=', hashOf(id)).execute()
    },
    async revokeAll(subject) {
      await db.deleteFrom('sessions').where('subject', '=', subject).execute()
    },
  }
}
