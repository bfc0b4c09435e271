import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { ordersQuery, readSort, Ware } from '#app/pages/ware.tsx'

/** A page of its own, and one that opens over the chandlery. */
export const Route = createFileRoute('/{-$locale}/ware/$id')({
  staticData: { interception: { over: ['/{-$locale}/chandlery'] } },
  validateSearch: readSort,
  loader: (loading) => loading.context.load(ordersQuery, loading),
  head: (head) => ({ meta: pageMeta(head, `Ware ${head.params.id}`) }),
  component: WarePage,
})

function WarePage() {
  const { id } = Route.useParams()
  return (
    <>
      <h1>Ware {id}</h1>
      <Ware id={id} sort={Route.useSearch().sort} />
    </>
  )
}
