import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Form, useForm } from 'fairlead/forms'
import { Link } from 'fairlead/navigation'
import { handOverForm } from '#app/pages/forms.functions.ts'

/** Leads to what only the server answers: a guard to the rest of the path, a form to its field. */
export const Route = createFileRoute('/{-$locale}/handed-over/$')({
  beforeLoad: ({ params: { _splat = '' } }) => {
    if (_splat !== '') throw redirect({ href: `/${_splat}` })
  },
  head: (head) => ({ meta: pageMeta(head, 'Handed over') }),
  component: HandedOver,
})

function HandedOver() {
  const form = useForm(handOverForm)
  const to = form.field('to')
  return (
    <>
      <h1>Handed over</h1>
      <Form form={form}>
        <label htmlFor={to.input.id}>To</label>
        <input {...to.input} />
        <button>Hand over</button>
      </Form>
      <ul>
        {['readings', 'tide-log', 'docs/readings.csv', 'favicon.svg'].map((path) => (
          <li key={path}>
            <Link to="/{-$locale}/handed-over/$" params={(params) => ({ ...params, _splat: path })}>
              {path}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/{-$locale}/readings">the readings</Link>
        </li>
      </ul>
    </>
  )
}
