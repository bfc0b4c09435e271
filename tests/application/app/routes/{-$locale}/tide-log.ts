import { createFileRoute } from '@tanstack/react-router'

/** A server route that the browser's routes have: Start removes only those without any other option. */
export const Route = createFileRoute('/{-$locale}/tide-log')({
  staticData: { serverRoute: { rate: 'off' } },
  server: { handlers: { GET: () => new Response('a report\n', { headers: { 'content-type': 'text/plain' } }) } },
})
