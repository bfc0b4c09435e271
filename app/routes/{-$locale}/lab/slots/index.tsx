import { createFileRoute } from '@tanstack/react-router'
import { WherePage } from '#app/lab/slots.tsx'

export const Route = createFileRoute('/{-$locale}/lab/slots/')({
  loader: () => (import.meta.env.SSR ? 'server' : 'browser'),
  component: WherePage,
})
