import { createFileRoute, redirect } from '@tanstack/react-router'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** Where the sign-in form is posted to. `to` is the address that the operator asked for. */
export const Route = createFileRoute('/{-$locale}/reports/session')({
  validateSearch: ({ to }: Record<string, unknown>) => (typeof to === 'string' ? { to } : {}),
  beforeLoad: ({ context, params }) => {
    if (context.desk.type === 'in') throw redirect({ to: '/{-$locale}/reports', params })
  },
  head: (head) => deskTitle(head, 'signIn'),
})
