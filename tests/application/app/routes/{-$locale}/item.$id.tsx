import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { itemQuery } from '#app/pages/queries.ts'
import { readDelay } from '#app/pages/search.ts'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/item/$id')({
  validateSearch: readDelay,
  loaderDeps: ({ search }) => ({ delay: search.delay }),
  context: ({ params, deps }) => ({ item: itemQuery(params.id, deps.delay) }),
  loader: (loading) => loading.context.load(loading.context.item, loading),
  head: (head) => ({ meta: pageMeta(head, `Item ${head.params.id}`) }),
  component: Item,
})

function Item() {
  const { data } = useSuspenseQuery(Route.useRouteContext().item)
  const { id } = Route.useParams()
  const next = /^\d{1,9}$/.test(id) ? String(Number(id) + 1) : '1'
  return (
    <>
      <h1>Item {id}</h1>
      <output data-testid="stamp">{data.stamp}</output>
      <ul>
        <li>
          <Link to="." params={(params) => ({ ...params, id: next })} search={{}}>
            Next item
          </Link>
        </li>
        <li>
          <Link to="." params search={{ delay: 2000 }}>
            The same item with a delay of two seconds
          </Link>
        </li>
      </ul>
    </>
  )
}
