import { defineHooks } from '#app/jobs/define-job.ts'
import { env } from '#app/server/env.server.ts'

export default defineHooks({
  name: 'gauge',
  onStart: ({ log }) => void (env.TEST_JOBS && log.info('gauge starts')),
  onStop: ({ log }) => void (env.TEST_JOBS && log.info('gauge stops')),
})
