import { createFileRoute } from '@tanstack/react-router'
import { haul } from '#app/jobs/haul.job.server.ts'
import { enqueue } from '#fairlead/jobs/queue.server.ts'

/** Enqueues a call for each net. */
export const Route = createFileRoute('/{-$locale}/haul')({
  server: {
    handlers: {
      POST: async ({ request }) => {
        const nets = Number(new URL(request.url).searchParams.get('nets'))
        for (let net = 0; net < nets; net += 1) await enqueue(haul, { net })
        return new Response(null, { status: 202 })
      },
    },
  },
})
