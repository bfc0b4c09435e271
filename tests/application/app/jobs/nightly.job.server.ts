import { defineHooks, defineJob } from 'fairlead/jobs.server'
import { env } from 'fairlead/env.server'

/** Never due during a test, which has it run by its name. It fails in feet. */
export default env.TEST_JOBS
  ? defineJob({
      name: 'nightly',
      cron: '0 3 29 2 *',
      timeZone: 'Europe/Berlin',
      run({ log }) {
        log.info('nightly is at work')
        if (env.TIDES_UNIT === 'feet') throw new Error('the night is measured in metres')
      },
    })
  : defineHooks({ name: 'no-nightly' })
