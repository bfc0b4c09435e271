import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Store } from '#app/error-reports/store/open-database.server.ts'
import { createSessions, type Sessions, type SessionTables } from '#app/sessions/sessions.server.ts'
import { type Postgres, startPostgres } from '#tests/shell/error-reports/postgres.ts'

const NOW = 1_795_000_000_000
const HOUR = 3_600_000

/** Time limit for PostgreSQL to start or stop on a busy machine. */
const POSTGRES_MS = 60_000

describe.each(['sqlite', 'postgres'] as const)('sessions on %s', (flavour) => {
  let postgres: Postgres | undefined
  let store: Store
  let sessions: Sessions
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-sessions-'))

  beforeAll(async () => {
    if (flavour === 'postgres') postgres = await startPostgres({ fsync: false })
    store = await openDatabase({ dataDir, databaseUrl: await postgres?.newDatabase() })
    sessions = createSessions(store.db)
  }, POSTGRES_MS)
  afterAll(async () => {
    await store.db.destroy()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }, POSTGRES_MS)

  it('are read until they expire', async () => {
    const id = await sessions.issue('anna', HOUR, NOW)
    const session = { subject: 'anna', expiresAt: NOW + HOUR }
    expect(await sessions.read(id, NOW)).toEqual(session)
    expect(await sessions.read(id, NOW + HOUR - 1)).toEqual(session)
    expect(await sessions.read(id, NOW + HOUR)).toBeUndefined()
  })

  it('have ids that nobody can guess or read in the table', async () => {
    const ids = await Promise.all([sessions.issue('anna', HOUR, NOW), sessions.issue('anna', HOUR, NOW)])
    expect(ids[0]).not.toBe(ids[1])
    const rows = JSON.stringify(
      await store.db.$extendTables<SessionTables>().selectFrom('sessions').selectAll().execute(),
    )
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{43}$/)
      expect(rows).not.toContain(id)
    }
  })

  it('end when they are revoked, one or all of a subject', async () => {
    const [first = '', second = '', other = ''] = await Promise.all(
      ['anna', 'anna', 'ben'].map((subject) => sessions.issue(subject, HOUR, NOW)),
    )
    await sessions.revoke(first)
    expect(await sessions.read(first, NOW)).toBeUndefined()
    expect(await sessions.read(second, NOW)).toBeDefined()
    await sessions.revokeAll('anna')
    expect(await sessions.read(second, NOW)).toBeUndefined()
    expect(await sessions.read(other, NOW)).toBeDefined()
  })

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5_000), '\0'.repeat(43), '%'])('%j is no session', async (id) => {
    expect(await sessions.read(id, NOW)).toBeUndefined()
    await sessions.revoke(id)
  })

  it('leave the table when they have expired and another begins', async () => {
    await sessions.issue('carl', HOUR, NOW)
    await sessions.issue('dora', HOUR, NOW + 2 * HOUR)
    const rows = await store.db.$extendTables<SessionTables>().selectFrom('sessions').select('subject').execute()
    expect(rows).toEqual([{ subject: 'dora' }])
  })
})
