import { database, tryLock } from '#fairlead/database/database.server.ts'
import type { LockedWork } from '#fairlead/database/lock.server.ts'

/** `stopped`: it failed after its signal was aborted. */
export type RunOutcome = 'done' | 'failed' | 'stopped'

declare module '#fairlead/database/tables.ts' {
  interface Tables {
    /** The last run of each job; times in milliseconds since 1970. */
    job_runs: { name: string; started_at: number; ended_at: number | null; outcome: RunOutcome | null }
  }
}

export const jobRuns = {
  /** Runs `work` unless another process does. Its signal aborts when another process may begin. */
  exclusively: <T>(name: string, work: LockedWork<T>) => tryLock(`job ${name}`, work),
  /** Returns the start of the last run of any process, in milliseconds since 1970. */
  async lastStart(name: string) {
    const db = await database()
    const row = await db.selectFrom('job_runs').select('started_at').where('name', '=', name).executeTakeFirst()
    return row?.started_at
  },
  async started(name: string, at: number) {
    const db = await database()
    const run = { started_at: at, ended_at: null, outcome: null }
    await db
      .insertInto('job_runs')
      .values({ name, ...run })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
      .execute()
  },
  async moved(name: string, at: number) {
    const db = await database()
    await db.updateTable('job_runs').set({ started_at: at }).where('name', '=', name).execute()
  },
  async ended(name: string, at: number, outcome: RunOutcome) {
    const db = await database()
    await db.updateTable('job_runs').set({ ended_at: at, outcome }).where('name', '=', name).execute()
  },
}

export type JobRuns = typeof jobRuns
