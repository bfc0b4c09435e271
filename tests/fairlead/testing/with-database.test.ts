import { describe, expect, it } from 'vitest'
import { database, transaction } from '#fairlead/database/database.server.ts'
import { withDatabase } from '#fairlead/testing/with-database.ts'

const countSessions = async (): Promise<number> =>
  (await (await database()).selectFrom('sessions').selectAll().execute()).length

const addSession = (id: string): Promise<unknown> =>
  transaction((db) =>
    db
      .insertInto('sessions')
      .values({ id_hash: id, kind: 'visitor', subject: 'ada', data: '{}', created_at: 0, seen_at: 0, expires_at: 1 })
      .execute(),
  )

describe.each(['one describe', 'the next one'])('the database of %s', () => {
  withDatabase()

  it('is empty, with all migrations, and keeps what its tests write', async () => {
    expect(await countSessions()).toBe(0)
    await addSession('first')
    expect(await countSessions()).toBe(1)
  })
})
