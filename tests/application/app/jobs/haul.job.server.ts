import { setTimeout as sleep } from 'node:timers/promises'
import { defineHooks, defineQueuedJob } from 'fairlead/jobs.server'
import { env } from 'fairlead/env.server'

/** Notes when each call begins and ends. A net that is too heavy ends the process. */
export const haul = defineQueuedJob({
  name: 'haul',
  async run({ net, heavy }: { net: number; heavy: boolean }, { log }) {
    log.info({ net }, 'haul begins')
    await sleep(40)
    if (heavy) process.kill(process.pid, 'SIGKILL')
    log.info({ net }, 'haul ends')
  },
})

// A queue uses the database from the start on.
export default env.TEST_JOBS ? haul : defineHooks({ name: 'no-haul' })
