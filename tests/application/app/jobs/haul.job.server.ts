import { setTimeout as sleep } from 'node:timers/promises'
import { defineHooks, defineQueuedJob } from '#fairlead/jobs/define-job.ts'
import { env } from '#fairlead/platform/env.server.ts'

/** Notes when each call begins and ends. */
export const haul = defineQueuedJob({
  name: 'haul',
  async run({ net }: { net: number }, { log }) {
    log.info({ net }, 'haul begins')
    await sleep(40)
    log.info({ net }, 'haul ends')
  },
})

// A queue uses the database from the start on.
export default env.TEST_JOBS ? haul : defineHooks({ name: 'no-haul' })
