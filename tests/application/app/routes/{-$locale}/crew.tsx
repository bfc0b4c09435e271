import { createFileRoute } from '@tanstack/react-router'
import { Form, useForm } from 'fairlead/forms'
import { pageMeta } from 'fairlead/metadata'
import { crewForm, WATCHES } from '#app/pages/crew.functions.ts'

export const Route = createFileRoute('/{-$locale}/crew')({
  head: (head) => ({ meta: pageMeta(head, 'Crew') }),
  component: Crew,
})

/** A form with a list of choices, two buttons that send it, and two that show it elsewhere. */
function Crew() {
  const form = useForm(crewForm)
  const name = form.field('name')
  return (
    <>
      <h1>Crew</h1>
      <Form form={form}>
        <label htmlFor={name.input.id}>Name</label>
        <input {...name.input} />
        {name.error}
        <fieldset>
          <legend>Watches</legend>
          {WATCHES.map((watch) => (
            <label key={watch}>
              <input type="checkbox" {...form.choice('watches', watch)} /> {watch}
            </label>
          ))}
          {form.field('watches').error}
        </fieldset>
        <textarea aria-label="Note" {...form.field('note').input} />
        {form.field('note').error}
        <select multiple aria-label="Ports" {...form.field('ports').input}>
          <option>Brest</option>
          <option>Lisbon</option>
          <option>Vigo</option>
        </select>
        <input aria-label="Code" {...form.field('code').input} />
        <button name="intent" value="enlist">
          Enlist
        </button>
        <button name="intent" value="reserve">
          Reserve
        </button>
        <button formAction="/echo/crew" formMethod="get">
          Preview
        </button>
        <button formAction="/echo/crew" formMethod="get" formTarget="_blank">
          Preview beside
        </button>
        {form.result && <output>{form.result.text}</output>}
      </Form>
    </>
  )
}
