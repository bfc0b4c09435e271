import { database, tryLock } from '#app/database/database.server.ts'
import type { JobRuns, RunOutcome } from '#app/jobs/start-jobs.server.ts'

declare module '#app/database/tables.ts' {
  interface Tables {
    /** The last run of each job; times in milliseconds since 1970. */
    job_runs: { name: string; started_at: number; ended_at: number | null; outcome: RunOutcome | null }
  }
}

/** The runs of jobs in the application's database, which all processes share. */
export const jobRuns: JobRuns = {
  exclusively: (name, work) => tryLock(`job ${name}`, work),
  async lastStart(name) {
    const db = await database()
    const row = await db.selectFrom('job_runs').select('started_at').where('name', '=', name).executeTakeFirst()
    return row?.started_at
  },
  async started(name, at) {
    const db = await database()
    const run = { started_at: at, ended_at: null, outcome: null }
    await db
      .insertInto('job_runs')
      .values({ name, ...run })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
      .execute()
  },
  async moved(name, at) {
    const db = await database()
    await db.updateTable('job_runs').set({ started_at: at }).where('name', '=', name).execute()
  },
  async ended(name, at, outcome) {
    const db = await database()
    await db.updateTable('job_runs').set({ ended_at: at, outcome }).where('name', '=', name).execute()
  },
}
