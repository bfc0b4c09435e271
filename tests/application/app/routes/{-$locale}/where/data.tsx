import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { itemQuery } from '#app/pages/queries.ts'

/** A page whose data the server loads, and which only the browser renders. */
export const Route = createFileRoute('/{-$locale}/where/data')({
  ssr: 'data-only',
  loader: (loading) => loading.context.load(itemQuery('7'), loading),
  head: (head) => ({ meta: pageMeta(head, 'Data from the server') }),
  pendingComponent: () => <p role="status">Waiting for the browser</p>,
  component: Data,
})

function Data() {
  const { data } = useSuspenseQuery(itemQuery('7'))
  return (
    <>
      <h1>Data from the server</h1>
      <p>
        Item {data.id}, rendered at {window.location.pathname}
      </p>
    </>
  )
}
