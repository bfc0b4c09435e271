import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { notFound, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, useForm } from 'fairlead/forms'
import { Link, PerVisitor, useSnapshot } from 'fairlead/navigation'
import greeting from '#app/pages/greeting.per-visitor.tsx'
import { orderForm, readOrders } from '#app/pages/wares.functions.ts'

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => readOrders({ signal }),
})

export const readSort = ({ sort }: Record<string, unknown>): { sort?: string } =>
  typeof sort === 'string' ? { sort } : {}

export function Orders() {
  const { data } = useSuspenseQuery(ordersQuery)
  return (
    <ul aria-label="Orders">
      {data.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function OrderForm({ name, invalidates }: { name: string; invalidates?: [string[]] }) {
  const form = useForm(orderForm, { instance: name, ...(invalidates && { invalidates }) })
  const text = form.field('text')
  return (
    <Form form={form}>
      <label htmlFor={text.input.id}>{name}</label>
      <input {...text.input} />
      {['list', 'next', 'moved', 'missing'].map((end) => (
        <label key={end}>
          <input type="radio" {...form.choice('end', end)} /> {name}: {end}
        </label>
      ))}
      <button disabled={form.pending}>Send {name}</button>
    </Form>
  )
}

/** What a page can do, shown as a page, in a dialog and in a slot. */
export function Ware({ id, sort }: { id: string; sort: string | undefined }) {
  const navigate = useNavigate()
  const router = useRouter()
  const [note, setNote] = useSnapshot('note', '')
  const [isMissing, setMissing] = useState(false)
  if (isMissing) throw notFound()
  const by = (order: string) => (before: object) => ({ ...before, sort: order })
  return (
    <>
      <output data-testid="sort">{sort}</output>
      <ul>
        <li>
          <Link to="." search={by('price')}>
            By price
          </Link>
        </li>
        <li>
          <Link to="." search={by('name')} replace resetScroll={false} viewTransition>
            By name
          </Link>
        </li>
        <li>
          <Link to="." search={by('weight')} mask={{ to: '/{-$locale}/start' }}>
            By weight
          </Link>
        </li>
        <li>
          <Link to="." hash="reviews">
            To the reviews
          </Link>
        </li>
        <li>
          <Link to="." hash="reviews" search={by('age')} hashScrollIntoView={false}>
            Reviewed by age
          </Link>
        </li>
      </ul>
      <button type="button" onClick={() => void navigate({ to: '.', search: by('size') })}>
        By size
      </button>
      <button type="button" onClick={() => void router.invalidate()}>
        Renew
      </button>
      <button type="button" onClick={() => setMissing(true)}>
        Lose
      </button>
      <label>
        Note <input value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
      <PerVisitor part={greeting} props={{ place: `ware ${id}` }} fallback={<p>Somebody</p>} />
      <OrderForm name="All" />
      <OrderForm name="Named" invalidates={[['orders']]} />
      <Orders />
      <p style={{ blockSize: 1500 }}>Description</p>
      <h2 id="reviews">Reviews</h2>
      <p style={{ blockSize: 1500 }}>Nobody has reviewed it.</p>
    </>
  )
}
