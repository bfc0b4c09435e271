import { createFileRoute } from '@tanstack/react-router'
import { Form } from '#fairlead/forms/form.tsx'
import { useForm } from '#fairlead/forms/use-form.tsx'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { crewForm, WATCHES } from '#app/pages/crew.functions.ts'

export const Route = createFileRoute('/{-$locale}/crew')({
  head: (head) => ({ meta: pageMeta(head, 'Crew') }),
  component: Crew,
})

/** A form with a list of choices and two buttons. */
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
        <select multiple aria-label="Ports" {...form.field('ports').input}>
          <option>Brest</option>
          <option>Lisbon</option>
          <option>Vigo</option>
        </select>
        <button name="intent" value="enlist">
          Enlist
        </button>
        <button name="intent" value="reserve">
          Reserve
        </button>
        {form.result && <output>{form.result.text}</output>}
      </Form>
    </>
  )
}
