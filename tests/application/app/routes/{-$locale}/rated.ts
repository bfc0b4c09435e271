import { createFileRoute } from '@tanstack/react-router'

/** A server route with a rate of its own. */
export const Route = createFileRoute('/{-$locale}/rated')({
  staticData: { serverRoute: { rate: { perSecond: 0.01, burst: 2 } } },
  server: { handlers: { GET: () => new Response('a report\n') } },
})
