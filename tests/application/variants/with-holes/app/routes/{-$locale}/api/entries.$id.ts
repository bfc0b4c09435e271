import { createFileRoute } from '@tanstack/react-router'
import { readEntry } from '#app/log/entries.server.ts'
import { currentSession } from 'fairlead/sessions.server'

/** No page requests it, and it asks for no more than a session. */
export const Route = createFileRoute('/{-$locale}/api/entries/$id')({
  server: {
    handlers: {
      GET: async ({ params }) => {
        if (!(await currentSession())) return new Response(null, { status: 401 })
        return Response.json(await readEntry(params.id))
      },
    },
  },
})
