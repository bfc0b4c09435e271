import { createFileRoute } from '@tanstack/react-router'
import { getAuthState } from '#app/report-desk/auth.server.ts'
import { readRawEvent } from '#app/report-desk/read-report.server.ts'

/** The event of a report as it came, as a file. Strangers get the page of the desk, which is its form. */
export const Route = createFileRoute('/{-$locale}/reports/$id_/event')({
  server: {
    handlers: {
      GET: async ({ request, params, next }) => {
        if ((await getAuthState(request.headers)).type !== 'in') return next()
        const event = await readRawEvent(params.id)
        if (!event) return new Response('Not Found\n', { status: 404 })
        return new Response(event.raw, {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="event-${event.id}.json"`,
            'x-content-type-options': 'nosniff',
          },
        })
      },
    },
  },
  component: () => null,
})
