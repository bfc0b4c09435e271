import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { auditQuery } from '#app/pages/account.functions.ts'
import { requireSession } from 'fairlead/sessions'

/** A page for people with a permission. */
export const Route = createFileRoute('/{-$locale}/account/audit')({
  beforeLoad: requireSession('/{-$locale}/sign-in', 'orders.audit'),
  loader: (loading) => loading.context.load(auditQuery, loading),
  head: () => ({ meta: [{ title: 'Audit' }] }),
  component: Audit,
})

function Audit() {
  const { data } = useSuspenseQuery(auditQuery)
  return (
    <>
      <h1>Audit</h1>
      <p data-testid="audited">{data}</p>
    </>
  )
}
