import { createFileRoute } from '@tanstack/react-router'
import { aged } from '#app/bench/shared/data.js'
import { invalidate } from '#app/server/page-cache/invalidate.server.ts'

export const Route = createFileRoute('/{-$locale}/revalidate')({
  server: {
    handlers: {
      // Says how often this process has rendered the page.
      GET: () => Response.json({ renders: aged().renders }),
      // Has the page rendered again.
      POST: async () => {
        await invalidate({ path: '/aged' })
        return Response.json({})
      },
    },
  },
})
