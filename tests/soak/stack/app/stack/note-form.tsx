import { useServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { Link } from '#app/navigation/link.tsx'
import { readNote } from '#app/stack/notes.functions.ts'

/** A form, a server function and a link. */
export function NoteForm() {
  const [out, setOut] = useState('')
  const read = useServerFn(readNote)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void read().then((rows) => setOut(JSON.stringify(rows)))
      }}
    >
      <input aria-label="Name" />
      <button>Send</button>
      <output>{out}</output>
      <Link to="/{-$locale}/stack/drizzle">Notes</Link>
    </form>
  )
}
