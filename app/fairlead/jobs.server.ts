export { defineHooks, defineJob, defineQueuedJob } from '#fairlead/jobs/define-job.ts'
export { enqueue, waitingCalls } from '#fairlead/jobs/queue.server.ts'
