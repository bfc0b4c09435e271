import { useSuspenseQuery } from '@tanstack/react-query'
import { Form, useForm } from 'fairlead/forms'
import { soundingForm } from '#app/pages/forms.functions.ts'
import { soundingsQuery } from '#app/pages/queries.ts'

const ISSUES: Record<string, string> = { place: 'Enter a place.', depth: 'A depth is a number from 0 to 11000.' }

/** A form with messages by field, and a redirect after success. */
export function SoundingForm() {
  const { data } = useSuspenseQuery(soundingsQuery)
  const form = useForm(soundingForm, {
    translate: (message) => ISSUES[message] ?? message,
    invalidates: [soundingsQuery.queryKey],
  })
  const place = form.field('place')
  const depth = form.field('depth')
  return (
    <Form form={form}>
      <label htmlFor={place.input.id}>Place</label>
      <input {...place.input} />
      {place.error}
      <label htmlFor={depth.input.id}>Depth in metres</label>
      <input {...depth.input} />
      {depth.error}
      <label>
        <input type="checkbox" {...form.choice('next', 'first')} /> Log it and go to the home page
      </label>
      <button disabled={form.pending}>Log it</button>
      <ul data-testid="soundings">
        {data.map(({ id, place: name, depth: metres }) => (
          <li key={id}>
            {name}: {metres}
          </li>
        ))}
      </ul>
    </Form>
  )
}
