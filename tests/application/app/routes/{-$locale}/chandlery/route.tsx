import { createFileRoute } from '@tanstack/react-router'
import { Link, Slot, type SlotPageProps } from 'fairlead/navigation'
import { Orders, ordersQuery, Ware } from '#app/pages/ware.tsx'
import { pageMeta } from 'fairlead/metadata'

/** A page with a slot, over which wares open. Its stamp is no query. */
export const Route = createFileRoute('/{-$locale}/chandlery')({
  loader: async (loading) => {
    const { readStamp } = await import('#app/pages/photo.functions.ts')
    const [{ stamp }] = await Promise.all([readStamp(), loading.context.load(ordersQuery, loading)])
    return { stamp }
  },
  head: (head) => ({ meta: pageMeta(head, `Chandlery ${head.loaderData?.stamp}`) }),
  component: Chandlery,
})

function Chandlery() {
  const { stamp } = Route.useLoaderData()
  return (
    <>
      <h1>Chandlery</h1>
      <label>
        Search <input />
      </label>
      <Link to="/{-$locale}/ware/$id" params={{ id: '1' }}>
        Ware 1
      </Link>{' '}
      <Link to="/{-$locale}/ware/$id" params={{ id: '1' }} hash="reviews">
        Its reviews
      </Link>{' '}
      <Link to="/{-$locale}/chandlery/counter/$id" params={{ id: '1' }}>
        Ware 1 at the counter
      </Link>
      <section data-testid="list">
        <output data-testid="page-stamp">{stamp}</output>
        <Orders />
      </section>
      <section data-testid="counter">
        <Slot name="counter" pages={{ '/{-$locale}/chandlery/counter/$id': Counter }} />
      </section>
    </>
  )
}

function Counter({ params, search }: SlotPageProps) {
  const sort = typeof search.sort === 'string' ? search.sort : undefined
  return <Ware id={params.id ?? ''} sort={sort} />
}
