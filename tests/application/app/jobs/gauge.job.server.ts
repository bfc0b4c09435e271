import { defineHooks } from '#fairlead/jobs/define-job.ts'
import { env } from '#fairlead/platform/env.server.ts'

export default defineHooks({
  name: 'gauge',
  onStart: ({ log }) => void (env.TEST_JOBS && log.info('gauge starts')),
  onStop: ({ log }) => void (env.TEST_JOBS && log.info('gauge stops')),
})
