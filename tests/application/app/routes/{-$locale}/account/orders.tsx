import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'
import { ordersQuery } from '#app/pages/account.functions.ts'

export const Route = createFileRoute('/{-$locale}/account/orders')({
  loader: (loading) => loading.context.load(ordersQuery('list'), loading),
  head: () => ({ meta: [{ title: 'Orders' }] }),
  component: Orders,
})

function Orders() {
  const { data } = useSuspenseQuery(ordersQuery('list'))
  return (
    <>
      <h1>Orders</h1>
      <p data-testid="orders">
        {data.of} {data.as} {data.read}
      </p>
      <Link to="/{-$locale}/account">Account</Link>
      <Link to="/{-$locale}/members">Members</Link>
    </>
  )
}
