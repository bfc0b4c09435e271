import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}/api/health')({
  staticData: { serverRoute: { access: 'public' } },
  server: { handlers: { GET: () => new Response('well'), ANY: () => new Response(null, { status: 405 }) } },
})
