import { createFileRoute } from '@tanstack/react-router'
import { inflight } from '#app/pages/inflight.server.ts'

export const Route = createFileRoute('/{-$locale}/inflight')({
  server: {
    handlers: {
      GET: () => Response.json(inflight, { headers: { 'cache-control': 'no-store' } }),
      ANY: () => new Response('Method Not Allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } }),
    },
  },
})
