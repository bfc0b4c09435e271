import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Form, useForm } from 'fairlead/forms'
import { KINDS, pieceForm, pieceQuery, SIZES, TAGS } from '#app/pages/piece.functions.ts'

export const Route = createFileRoute('/{-$locale}/piece/$id/edit')({
  loader: (loading) => loading.context.load(pieceQuery(loading.params.id), loading),
  head: () => ({ meta: [{ title: 'Edit' }] }),
  component: Edit,
})

/** A form that begins with a row, with a field of each kind, one of which is named as a method of forms. */
function Edit() {
  const { id } = Route.useParams()
  const { data } = useSuspenseQuery(pieceQuery(id))
  const form = useForm(pieceForm, { values: data })
  const [name, count, kind, note] = (['name', 'count', 'kind', 'reset'] as const).map(form.field)
  return (
    <>
      <h1>Edit</h1>
      <Form form={form}>
        <input type="hidden" {...form.field('id').input} />
        <input type="hidden" {...form.field('version').input} />
        <input aria-label="Name" {...name?.input} />
        {name?.error}
        <input aria-label="Count" type="number" {...count?.input} />
        <select aria-label="Kind" {...kind?.input}>
          {KINDS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {SIZES.map((size) => (
          <label key={size}>
            <input type="radio" {...form.choice('size', size)} /> {size}
          </label>
        ))}
        {TAGS.map((tag) => (
          <label key={tag}>
            <input type="checkbox" {...form.choice('tags', tag)} /> {tag}
          </label>
        ))}
        <textarea aria-label="Reset" {...note?.input} />
        <button disabled={form.pending}>Save</button>
        <button name="leave" value="yes">
          Save and leave
        </button>
        <output>{form.changed ? 'edited' : `version ${data.version}`}</output>
      </Form>
    </>
  )
}
