import { createFileRoute } from '@tanstack/react-router'
import { useForm } from '@tanstack/react-form'
import { useState } from 'react'
import { z } from 'zod'

export const Route = createFileRoute('/{-$locale}/stack/form')({ component: Form })

function Form() {
  const [sent, setSent] = useState('')
  const form = useForm({
    defaultValues: { name: 'Ada' },
    validators: { onSubmit: z.object({ name: z.string().min(2) }) },
    onSubmit: ({ value }) => setSent(`sent ${value.name}`),
  })
  return (
    <main>
      <form.Field name="name">
        {(field) => (
          <input
            aria-label="Name"
            value={field.state.value}
            onChange={(event) => field.handleChange(event.target.value)}
          />
        )}
      </form.Field>
      <button id="go" onClick={() => void form.handleSubmit()}>
        Go
      </button>
      <output id="out">{sent}</output>
    </main>
  )
}
