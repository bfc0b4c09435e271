import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSIONS } from '#fairlead/sessions/session.ts'
import { createSessions, type SessionKind } from '#fairlead/sessions/sessions.server.ts'
import { DATABASE_MS, ENGINES, testDatabase } from '#tests/harness/test-database.ts'

const NOW = 1_795_000_000_000
const HOUR = 3_600_000
const KIND: SessionKind = { kind: 'person', cookie: 'session', lifetimeMs: 10 * HOUR, idleMs: HOUR }

type Data = { basket?: string[] }

describe.each(ENGINES)('sessions on %s', (engine) => {
  let test: Awaited<ReturnType<typeof testDatabase>>
  const sessions = createSessions<Data>(KIND)
  const issue = (subject: string, now = NOW) => sessions.rotate(undefined, subject, {}, now)

  beforeAll(async () => {
    test = await testDatabase(engine)
  }, DATABASE_MS)
  afterAll(() => test.remove())

  const rows = () => test.db.selectFrom('sessions').selectAll().orderBy('subject').execute()

  it('are read with their data until they have not been used for too long', async () => {
    const id = await sessions.rotate(undefined, 'anna', { basket: ['rope'] }, NOW)
    const session = { subject: 'anna', data: { basket: ['rope'] }, expiresAt: NOW + HOUR }
    expect(await sessions.read(id, NOW)).toMatchObject(session)
    expect(await sessions.read(id, NOW + HOUR - 1)).toMatchObject({ ...session, expiresAt: NOW + 2 * HOUR - 1 })
    expect(await sessions.read(id, NOW + 2 * HOUR - 2)).toBeDefined()
    expect(await sessions.read(id, NOW + 3 * HOUR)).toBeUndefined()
  })

  it('end after their lifetime, however often they are used', async () => {
    const id = await issue('anna')
    const uses = Array.from({ length: 19 }, (_, index) => NOW + (index + 1) * (HOUR / 2))
    for (const now of uses) expect(await sessions.read(id, now)).toBeDefined()
    expect(await sessions.read(id, NOW + 9.9 * HOUR)).toMatchObject({ expiresAt: NOW + 10 * HOUR })
    expect(await sessions.read(id, NOW + 10 * HOUR)).toBeUndefined()
  })

  it('record their use at most once a minute', async () => {
    const id = await issue('sam')
    const seenAt = async (now: number) => {
      await sessions.read(id, now)
      return (await rows()).find(({ subject }) => subject === 'sam')?.seen_at
    }
    expect(await seenAt(NOW + SESSIONS.touchMs - 1)).toBe(NOW)
    expect(await seenAt(NOW + SESSIONS.touchMs)).toBe(NOW + SESSIONS.touchMs)
    expect(await seenAt(NOW + 2 * SESSIONS.touchMs - 1)).toBe(NOW + SESSIONS.touchMs)
  })

  it('have ids that nobody can guess or read in the table', async () => {
    const ids = await Promise.all([issue('anna'), issue('anna')])
    expect(ids[0]).not.toBe(ids[1])
    const stored = JSON.stringify(await rows())
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{43}$/)
      expect(stored).not.toContain(id)
      expect(JSON.stringify(await sessions.read(id, NOW))).not.toContain(id)
    }
  })

  it('have a new id after each sign-in, and the previous one ends', async () => {
    const before = await issue('mallory')
    const after = await sessions.rotate(before, 'anna', {}, NOW)
    expect(after).not.toBe(before)
    expect(await sessions.read(before, NOW)).toBeUndefined()
    expect(await sessions.read(after, NOW)).toMatchObject({ subject: 'anna' })
  })

  it('never take an id that the browser sent', async () => {
    const chosen = 'a'.repeat(43)
    expect(await sessions.rotate(chosen, 'anna', {}, NOW)).not.toBe(chosen)
    expect(await sessions.read(chosen, NOW)).toBeUndefined()
  })

  it('end when they are revoked: one, all of a subject, or all but one', async () => {
    const [first = '', second = '', third = '', other = ''] = await Promise.all(
      ['carl', 'carl', 'carl', 'ben'].map((subject) => issue(subject)),
    )
    const valid = async () =>
      Promise.all([first, second, third, other].map(async (id) => (await sessions.read(id, NOW)) !== undefined))
    await sessions.revoke(first)
    expect(await valid()).toEqual([false, true, true, true])
    await sessions.revokeAll('carl', third)
    expect(await valid()).toEqual([false, false, true, true])
    await sessions.revokeAll('carl')
    expect(await valid()).toEqual([false, false, false, true])
  })

  it('of one kind are nothing to another', async () => {
    const operators = createSessions<object>({ ...KIND, kind: 'operator' })
    const [person, operator] = [await issue('dora'), await operators.rotate(undefined, 'dora', {}, NOW)]
    expect(await sessions.read(operator, NOW)).toBeUndefined()
    expect(await operators.read(person, NOW)).toBeUndefined()
    await operators.revoke(person)
    await operators.revokeAll('dora')
    expect(await sessions.read(person, NOW)).toBeDefined()
    expect(await operators.read(operator, NOW)).toBeUndefined()
  })

  it('keep data up to a size', async () => {
    const id = await issue('eve')
    await sessions.setData(id, { basket: ['anchor'] })
    expect(await sessions.read(id, NOW)).toMatchObject({ data: { basket: ['anchor'] } })
    const large = { basket: ['x'.repeat(SESSIONS.dataBytes)] }
    await expect(sessions.setData(id, large)).rejects.toThrow(/at most 4096 are allowed/)
    await expect(sessions.rotate(id, 'eve', large, NOW)).rejects.toThrow(RangeError)
    expect(await sessions.read(id, NOW)).toMatchObject({ data: { basket: ['anchor'] } })
  })

  it.each(['', 'a'.repeat(43), 'a'.repeat(5_000), '\0'.repeat(43)])('%j is no session', async (id) => {
    expect(await sessions.read(id, NOW)).toBeUndefined()
    await sessions.revoke(id)
  })

  it('leave the table when they have expired and another begins', async () => {
    const later = NOW + 100 * HOUR
    await issue('carl', later)
    await issue('ben', later + HOUR)
    expect((await rows()).map(({ subject }) => subject)).toEqual(['ben'])
  })
})
