import { createFileRoute } from '@tanstack/react-router'
import { publicEnv } from 'fairlead/env.public'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/where/')({
  head: (head) => ({ meta: pageMeta(head, 'Where') }),
  component: () => (
    <>
      <h1>Where</h1>
      <p>The tides come from {publicEnv.TIDES_SOURCE}.</p>
      <Link to="/{-$locale}/where/browser">In the browser</Link>{' '}
      <Link to="/{-$locale}/where/data">Data from the server</Link> <Link to="/{-$locale}/where/parts">Parts</Link>{' '}
      <Link to="/{-$locale}/item/$id" params={{ id: '7' }} mask={{ to: '/{-$locale}/start' }}>
        Masked
      </Link>{' '}
      <Link to="/{-$locale}/item/$id" params={{ id: '8' }} viewTransition>
        Animated
      </Link>
    </>
  ),
})
