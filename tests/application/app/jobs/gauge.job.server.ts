import { defineHooks } from 'fairlead/jobs.server'
import { env } from 'fairlead/env.server'

export default defineHooks({
  name: 'gauge',
  onStart: ({ log }) => void (env.TEST_JOBS && log.info('gauge starts')),
  onStop: ({ log }) => void (env.TEST_JOBS && log.info('gauge stops')),
})
