import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'

/** One row for each session. Times are milliseconds since 1970. */
export type SessionsTable = {
  /** SHA-256 of the session's id, in hexadecimal: whoever reads the table cannot use it. */
  id_hash: string
  /** Who is signed in. */
  subject: string
  created_at: number
  expires_at: number
}

/** A session that is valid. */
export type Session = { subject: string; expiresAt: number }

export type Sessions = {
  /** Starts a session and returns its id, for a cookie. */
  issue: (subject: string, lastsMs: number, now: number) => Promise<string>
  /** The session of an id; `undefined` when it is unknown, revoked or expired. */
  read: (id: string, now: number) => Promise<Session | undefined>
  /** Ends the session of an id, if there is one. */
  revoke: (id: string) => Promise<void>
  /** Ends all sessions of a subject. */
  revokeAll: (subject: string) => Promise<void>
}

/** 256 random bits in base64url. */
const ID = /^[\w-]{43}$/

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** Server-side sessions in a table of `db`. Every function throws when the database is away. */
export function createSessions<Database extends { sessions: SessionsTable }>(database: Kysely<Database>): Sessions {
  const db = database as unknown as Kysely<{ sessions: SessionsTable }>
  return {
    async issue(subject, lastsMs, now) {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
      const id = randomBytes(32).toString('base64url')
      const row = { id_hash: hashOf(id), subject, created_at: now, expires_at: now + lastsMs }
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
