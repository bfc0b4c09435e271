import { createFileRoute } from '@tanstack/react-router'
import { transaction } from 'fairlead/database.server'
import { haul } from '#app/jobs/haul.job.server.ts'
import { enqueue } from 'fairlead/jobs.server'

/** Enqueues a call for each net, the first of which may be too heavy. */
export const Route = createFileRoute('/{-$locale}/haul')({
  server: {
    handlers: {
      POST: async ({ request }) => {
        const { searchParams } = new URL(request.url)
        const nets = Number(searchParams.get('nets'))
        const heavy = searchParams.has('heavy') ? 0 : undefined
        await transaction(async () => {
          for (let net = 0; net < nets; net += 1) await enqueue(haul, { net, heavy: net === heavy }, { attempts: 1 })
        })
        return new Response(null, { status: 202 })
      },
    },
  },
})
