import { createFileRoute } from '@tanstack/react-router'
import { WherePage } from '#app/lab/slots.tsx'

/** A page that the server loads and renders. */
export const Route = createFileRoute('/{-$locale}/lab/slots/')({
  loader: () => (import.meta.env.SSR ? 'server' : 'browser'),
  component: WherePage,
})
