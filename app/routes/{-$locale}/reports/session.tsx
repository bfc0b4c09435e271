import { createFileRoute, redirect } from '@tanstack/react-router'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** The target of the sign-in form. `to` is the URL to return to. */
export const Route = createFileRoute('/{-$locale}/reports/session')({
  validateSearch: ({ to }: Record<string, unknown>) => (typeof to === 'string' ? { to } : {}),
  beforeLoad: ({ context, params }) => {
    if (context.auth.type === 'signed-in') throw redirect({ to: '/{-$locale}/reports', params })
  },
  head: (head) => deskTitle(head, 'signIn'),
})
