import { createFileRoute } from '@tanstack/react-router'

/** A guarded page requests it by its path. */
export const Route = createFileRoute('/{-$locale}/api/totals/$id')({
  server: { handlers: { GET: () => Response.json({ total: 3 }) } },
})
