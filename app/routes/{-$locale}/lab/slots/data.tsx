import { createFileRoute } from '@tanstack/react-router'
import { WherePage } from '#app/lab/slots.tsx'
import { Waiting } from '#app/lab/waiting.tsx'

export const Route = createFileRoute('/{-$locale}/lab/slots/data')({
  ssr: 'data-only',
  pendingComponent: Waiting,
  loader: () => (import.meta.env.SSR ? 'server' : 'browser'),
  component: WherePage,
})
