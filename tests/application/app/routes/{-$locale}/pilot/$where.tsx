import { createFileRoute } from '@tanstack/react-router'
import { Form, useForm } from 'fairlead/forms'
import { boardForm } from '#app/pages/pilot.functions.ts'

/** A cached page, where anybody comes aboard. */
export const Route = createFileRoute('/{-$locale}/pilot/$where')({
  staticData: { cache: { freshFor: 60, staleFor: 0 } },
  component: Pilot,
})

function Pilot() {
  const { where } = Route.useParams()
  const form = useForm(boardForm)
  return (
    <Form form={form}>
      <h1>The pilot is {where}</h1>
      <button name="by" value="library">
        Board by another library
      </button>
      <button name="by" value="session">
        Board by a session
      </button>
    </Form>
  )
}
