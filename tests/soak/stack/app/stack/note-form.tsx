import { useServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { Form, useForm } from 'fairlead/forms'
import { Link } from 'fairlead/navigation'
import { noteForm, readNote } from '#app/stack/notes.functions.ts'

/** A form, a server function and a link. */
export function NoteForm() {
  const [out, setOut] = useState('')
  const read = useServerFn(readNote)
  const form = useForm(noteForm, { translate: () => 'too short' })
  const name = form.field('name')
  return (
    <>
      <Form form={form}>
        <label htmlFor={name.input.id}>Name</label> <input {...name.input} /> {name.error}
        <button>Send</button>
      </Form>
      <button onClick={() => void read().then((rows) => setOut(JSON.stringify(rows)))}>Read</button>
      <output>{out}</output>
      <Link to="/{-$locale}/stack/drizzle">Notes</Link>
    </>
  )
}
