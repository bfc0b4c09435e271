import { createFileRoute } from '@tanstack/react-router'

/** A server route where in the browser, which does not have it, the catch-all of the documents matches. */
export const Route = createFileRoute('/{-$locale}/docs/readings.csv')({
  server: { handlers: { GET: () => new Response('depth\n12\n', { headers: { 'content-type': 'text/plain' } }) } },
})
