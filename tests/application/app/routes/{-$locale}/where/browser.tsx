import { createFileRoute } from '@tanstack/react-router'
import { publicEnv } from 'fairlead/env.public'
import { pageMeta } from 'fairlead/metadata'

/** A page that only the browser loads and renders. */
export const Route = createFileRoute('/{-$locale}/where/browser')({
  ssr: false,
  loader: () => `loaded in a window of ${window.innerWidth} pixels`,
  head: (head) => ({ meta: pageMeta(head, 'In the browser') }),
  pendingComponent: () => <p role="status">Waiting for the browser</p>,
  component: Browser,
})

function Browser() {
  return (
    <>
      <h1>In the browser</h1>
      <p>
        {Route.useLoaderData()}, rendered at {window.location.pathname}
      </p>
      <p>The browser has the tides from {publicEnv.TIDES_SOURCE}.</p>
    </>
  )
}
