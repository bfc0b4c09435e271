import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { Form, useForm } from 'fairlead/forms'
import { Link } from 'fairlead/navigation'
import { leaveForm, saveOrder, signOut } from '#app/pages/account.functions.ts'
import { ordersQuery } from '#app/pages/account.functions.ts'

/** Says that all visitors share it, which its guard overrules. */
export const Route = createFileRoute('/{-$locale}/account/')({
  staticData: { cache: 'static' },
  loader: (loading) => loading.context.load(ordersQuery('overview'), loading),
  head: () => ({ meta: [{ title: 'Account' }] }),
  component: Account,
})

function Account() {
  const { data } = useSuspenseQuery(ordersQuery('overview'))
  const { session } = Route.useRouteContext()
  const leave = useServerFn(signOut)
  const leaving = useForm(leaveForm)
  const [saved, setSaved] = useState('')
  return (
    <>
      <h1>Account</h1>
      <p data-testid="subject">{session.subject}</p>
      <p data-testid="orders">
        {data.of} {data.as} {data.read}
      </p>
      <Link to="/{-$locale}/account/orders">Orders</Link>
      <Link to="/{-$locale}/members">Members</Link>
      <form method="post" action={signOut.url}>
        <button>Sign out by form</button>
      </form>
      <button onClick={() => void leave({ data: {} })}>Sign out</button>
      <Form form={leaving}>
        <input aria-label="Note" {...leaving.field('note').input} />
        <button>Leave</button>
      </Form>
      <label>
        Item <input name="item" />
      </label>
      <button
        onClick={() =>
          void saveOrder({
            data: { item: document.querySelector<HTMLInputElement>('input[name=item]')?.value ?? '' },
          }).then(setSaved, (error: Error) => setSaved(error.message))
        }
      >
        Save
      </button>
      <output>{saved}</output>
    </>
  )
}
