import { setTimeout as sleep } from 'node:timers/promises'
import { defineQueuedJob } from '#app/jobs/define-job.ts'

/** Notes when each call begins and ends. */
export default defineQueuedJob({
  name: 'haul',
  async run({ net }: { net: number }, { log }) {
    log.info({ net }, 'haul begins')
    await sleep(40)
    log.info({ net }, 'haul ends')
  },
})
