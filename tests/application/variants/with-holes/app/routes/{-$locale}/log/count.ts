import { createFileRoute } from '@tanstack/react-router'
import { currentSession } from 'fairlead/sessions.server'

export const Route = createFileRoute('/{-$locale}/log/count')({
  server: {
    handlers: {
      GET: async () => ((await currentSession()) ? new Response('2') : new Response(null, { status: 401 })),
    },
  },
})
