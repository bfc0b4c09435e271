import { setTimeout as sleep } from 'node:timers/promises'
import { defineHooks, defineJob } from 'fairlead/jobs.server'
import { env } from 'fairlead/env.server'

/** Fails in its first run in each process. */
let runs = 0

export default env.TEST_JOBS
  ? defineJob({
      name: 'tick',
      every: 1_000,
      async run({ log }) {
        log.info('tick begins')
        await sleep(50)
        log.info('tick ends')
        if (++runs === 1) throw new Error('the first tick fails')
      },
    })
  : defineHooks({ name: 'no-tick' })
