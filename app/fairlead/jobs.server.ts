// Jobs by the clock, queued calls and what runs at the start, on the server.

export { defineHooks, defineJob, defineQueuedJob } from '#fairlead/jobs/define-job.ts'
export { enqueue, waitingCalls } from '#fairlead/jobs/queue.server.ts'
