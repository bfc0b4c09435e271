import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '#fairlead/database/connect.server.ts'
import { migrate } from '#fairlead/database/migrate.server.ts'
import type { Migration } from '#fairlead/database/migration.ts'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { ENGINES, testPlace } from '#tests/harness/test-database.ts'

it.each(ENGINES)(
  'the store shares a place with the application, whose tables have the same names: %s',
  async (engine) => {
    const place = await testPlace(engine)
    const store = await openDatabase(place)
    const database = connect<unknown>(place.location)
    const up: Migration = ({ schema }) => schema.createTable('sessions').addColumn('name', 'text').execute()
    const file = 'app/database/migrations/001-sessions.server.ts'
    await migrate(database, [{ name: 'database', record: 'named', migrations: [{ file, up }] }])
    await sql`insert into sessions (name) values ('Nora')`.execute(database.db)
    expect((await sql`select * from sessions`.execute(store.db)).rows).toEqual([])
    await Promise.all([store.db.destroy(), database.db.destroy()])
    await (await openDatabase(place)).db.destroy()
  },
)
