import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'

/** A page for everybody, with links to pages behind a guard. */
export const Route = createFileRoute('/{-$locale}/members')({
  head: () => ({ meta: [{ title: 'Members' }] }),
  component: Members,
})

function Members() {
  return (
    <>
      <h1>Members</h1>
      <Link to="/{-$locale}/account">Account</Link>
      <Link to="/{-$locale}/account/orders">Orders</Link>
      <Link to="/{-$locale}/account/audit">Audit</Link>
      <Link to="/{-$locale}/sign-in">Sign in</Link>
    </>
  )
}
