import { createFileRoute } from '@tanstack/react-router'
import { env } from 'fairlead/env.server'

/** A server route with the default limits. */
export const Route = createFileRoute('/{-$locale}/readings')({
  server: {
    handlers: {
      GET: () => Response.json({ unit: env.TIDES_UNIT }, { headers: { 'cache-control': 'public, max-age=60' } }),
      POST: async ({ request }) =>
        Response.json({ text: await request.text(), cookie: request.headers.get('cookie') }, { status: 201 }),
    },
  },
})
