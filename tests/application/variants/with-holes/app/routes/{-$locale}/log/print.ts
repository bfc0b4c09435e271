import { createFileRoute } from '@tanstack/react-router'

/** Server routes below a guard, which does not run for them. */
export const Route = createFileRoute('/{-$locale}/log/print')({
  server: { handlers: { GET: () => new Response('the whole log'), POST: () => new Response('printed') } },
})
