import type { Selectable } from 'kysely'
import { database, tryLock } from '#fairlead/database/database.server.ts'
import type { LockedWork } from '#fairlead/database/lock.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import type { LastRun, RunOutcome } from '#fairlead/jobs/schedule.ts'

declare module '#fairlead/database/tables.ts' {
  interface Tables {
    /** The last run of each job, without a start if it has never run; times in milliseconds since 1970. */
    job_runs: {
      name: string
      due_at: number
      started_at: number | null
      ended_at: number | null
      outcome: RunOutcome | null
    }
  }
}

export const jobRuns = {
  /** Runs `work` unless another process does. Its signal aborts when another process may begin. */
  exclusively: <T>(name: string, work: LockedWork<T>) => tryLock(`job ${name}`, work),
  async last(name: string): Promise<LastRun | undefined> {
    const db = await database()
    const row = db.selectFrom('job_runs').select(['due_at as dueAt', 'outcome']).where('name', '=', name)
    return row.executeTakeFirst()
  },
  async started(name: string, dueAt: number, at: number) {
    const db = await database()
    const run = { due_at: dueAt, started_at: at, ended_at: null, outcome: null }
    await db
      .insertInto('job_runs')
      .values({ name, ...run })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
      .execute()
  },
  /** Records since when a job waits for its next time. */
  async waits(name: string, since: number) {
    const db = await database()
    await db
      .insertInto('job_runs')
      .values({ name, due_at: since })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: since }))
      .execute()
  },
  async ended(name: string, at: number, outcome: RunOutcome) {
    const db = await database()
    await db.updateTable('job_runs').set({ ended_at: at, outcome }).where('name', '=', name).execute()
  },
}

export type JobRuns = typeof jobRuns

/** Returns the last run of each job that a server has known, by name. */
export async function listRuns(): Promise<Selectable<Tables['job_runs']>[]> {
  const db = await database()
  return db.selectFrom('job_runs').selectAll().orderBy('name').execute()
}
