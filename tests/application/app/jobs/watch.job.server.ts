import { once } from 'node:events'
import { defineHooks, defineJob } from 'fairlead/jobs.server'
import { env } from 'fairlead/env.server'

/** Runs until the server stops. */
export default env.TEST_JOBS
  ? defineJob({
      name: 'watch',
      every: 1_000,
      async run({ signal, log }) {
        log.info('watch begins')
        await once(signal, 'abort')
        log.info('watch ends')
      },
    })
  : defineHooks({ name: 'no-watch' })
