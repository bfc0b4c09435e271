import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#fairlead/database/connect.server.ts'
import { readMigrationSets } from '#fairlead/database/database.server.ts'
import { migrate } from '#fairlead/database/migrate.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { jobRuns } from '#fairlead/jobs/job-runs.server.ts'
import { DATABASE_MS, ENGINES, testPlace, withDatabase } from '#tests/harness/test-database.ts'

it.each(ENGINES)(
  'the runs of jobs of an earlier release are kept, in %s',
  async (engine) => {
    const place = await testPlace(engine)
    const sets = (await readMigrationSets()).filter(({ name }) => name === 'jobs')
    const before = sets.map((set) => ({ ...set, migrations: set.migrations.slice(0, 2) }))
    const { db } = connect<Tables>(place.location)
    onTestFinished(() => db.destroy().then(place.remove))
    const migrateTo = async (some: typeof sets) => {
      const database = connect<unknown>(place.location)
      await migrate(database, some)
      await database.db.destroy()
    }
    await migrateTo(before)
    await sql`insert into job_runs values ('one', 1, 2, 'done')`.execute(db)
    await migrateTo(sets)
    const rows = await db.selectFrom('job_runs').selectAll().execute()
    expect(rows).toEqual([{ name: 'one', due_at: 1, started_at: 1, ended_at: 2, outcome: 'done' }])
  },
  DATABASE_MS,
)

describe.each(ENGINES)('the runs of jobs in %s', (engine) => {
  const db = withDatabase(engine)
  const rowsOf = (name: string) => db().selectFrom('job_runs').selectAll().where('name', '=', name).execute()

  it('are found by the name of the job', async () => {
    expect(await jobRuns.last('one')).toBe(undefined)
    await jobRuns.started('one', 1_700_000_000_000, 1_700_000_000_100)
    await jobRuns.ended('one', 1_700_000_000_500, 'failed')
    expect(await jobRuns.last('one')).toEqual({ dueAt: 1_700_000_000_000, outcome: 'failed' })
    await jobRuns.started('one', 1_700_000_001_000, 1_700_000_001_200)
    await jobRuns.started('two', 1, 1)
    expect(await jobRuns.last('one')).toEqual({ dueAt: 1_700_000_001_000, outcome: null })
    const started = { due_at: 1_700_000_001_000, started_at: 1_700_000_001_200, ended_at: null, outcome: null }
    expect(await rowsOf('one')).toEqual([{ name: 'one', ...started }])
  })

  it('wait since another time after a correction, which leaves their outcome', async () => {
    await jobRuns.waits('three', 500)
    expect(await rowsOf('three')).toEqual([
      { name: 'three', due_at: 500, started_at: null, ended_at: null, outcome: null },
    ])
    await jobRuns.started('three', 2_000, 2_001)
    await jobRuns.ended('three', 3_000, 'done')
    await jobRuns.waits('three', 1_000)
    expect(await rowsOf('three')).toEqual([
      { name: 'three', due_at: 1_000, started_at: 2_001, ended_at: 3_000, outcome: 'done' },
    ])
  })

  it('exclude each other by name', async () => {
    const inner = (name: string) => jobRuns.exclusively(name, async () => 'inner')
    const both = await jobRuns.exclusively('one', async () => [await inner('one'), await inner('two')])
    expect(both).toEqual({ type: 'ran', value: [{ type: 'busy' }, { type: 'ran', value: 'inner' }] })
  })
})
