import { useSuspenseQuery } from '@tanstack/react-query'
import { RETURN_TO_FIELD, type Draft } from '#app/forms/form-fields.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { saveSounding } from '#app/pages/forms.functions.ts'
import { soundingsQuery } from '#app/pages/forms-query.ts'

const FIELDS = [
  { name: 'place', label: 'Place', issue: 'Enter a place.' },
  { name: 'depth', label: 'Depth in metres', issue: 'A depth is a number from 0 to 11000.' },
] as const

/** A form with messages by field, and a redirect after success. */
export function SoundingForm({ drafts, back }: { drafts: readonly Draft[]; back: string }) {
  const { data } = useSuspenseQuery(soundingsQuery)
  const { props, pending, messages, values, failure } = useForm({
    name: 'sounding',
    call: saveSounding,
    drafts,
    keeps: ['place', 'depth'],
    invalidates: [soundingsQuery.queryKey],
  })
  return (
    <form {...props} noValidate>
      <input type="hidden" name={RETURN_TO_FIELD} value={back} />
      {FIELDS.map(({ name, label, issue }) => (
        <p key={name}>
          <label htmlFor={name}>{label}</label>
          <input
            id={name}
            name={name}
            defaultValue={values[name]}
            aria-invalid={messages[name] !== undefined}
            aria-describedby={`${name}-message`}
          />
          <span id={`${name}-message`} role="alert">
            {messages[name] !== undefined && issue}
          </span>
        </p>
      ))}
      <label>
        <input type="checkbox" name="next" value="first" /> Log it and go to the home page
      </label>
      <button disabled={pending}>Log it</button>
      <SubmissionFailure failure={failure} message={messages['']} />
      <ul data-testid="soundings">
        {data.map(({ id, place, depth }) => (
          <li key={id}>
            {place}: {depth}
          </li>
        ))}
      </ul>
    </form>
  )
}
