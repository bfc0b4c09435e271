import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#app/sessions/require-session.ts'

export const Route = createFileRoute('/{-$locale}/account')({
  beforeLoad: requireSession('/{-$locale}/sign-in'),
})
