import { describe, expect, it } from 'vitest'
import { jobRuns } from '#fairlead/jobs/job-runs.server.ts'
import { ENGINES, withDatabase } from '#tests/harness/test-database.ts'

describe.each(ENGINES)('the runs of jobs in %s', (engine) => {
  const db = withDatabase(engine)
  const rowsOf = (name: string) => db().selectFrom('job_runs').selectAll().where('name', '=', name).execute()

  it('are found by the name of the job', async () => {
    expect(await jobRuns.lastStart('one')).toBe(undefined)
    await jobRuns.started('one', 1_700_000_000_000)
    await jobRuns.ended('one', 1_700_000_000_500, 'failed')
    await jobRuns.started('one', 1_700_000_001_000)
    await jobRuns.started('two', 1)
    expect(await jobRuns.lastStart('one')).toBe(1_700_000_001_000)
    expect(await rowsOf('one')).toEqual([{ name: 'one', started_at: 1_700_000_001_000, ended_at: null, outcome: null }])
  })

  it('start at another time after a correction, which leaves their outcome', async () => {
    await jobRuns.started('three', 2_000)
    await jobRuns.ended('three', 3_000, 'done')
    await jobRuns.moved('three', 1_000)
    expect(await rowsOf('three')).toEqual([{ name: 'three', started_at: 1_000, ended_at: 3_000, outcome: 'done' }])
  })

  it('exclude each other by name', async () => {
    const inner = (name: string) => jobRuns.exclusively(name, async () => 'inner')
    const both = await jobRuns.exclusively('one', async () => [await inner('one'), await inner('two')])
    expect(both).toEqual({ type: 'ran', value: [{ type: 'busy' }, { type: 'ran', value: 'inner' }] })
  })
})
