import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Form, UnsavedChanges, useForm } from 'fairlead/forms'
import { pageMeta } from 'fairlead/metadata'
import { Link, useSnapshot } from 'fairlead/navigation'
import { crewForm } from '#app/pages/crew.functions.ts'

/** Fields in which a visitor may type before the page hydrates, and the same in a part that hydrates later. */
export const Route = createFileRoute('/{-$locale}/early')({
  head: (head) => ({ meta: pageMeta(head, 'Early') }),
  component: Early,
})

function Early() {
  return (
    <>
      <h1>Early</h1>
      <Fields />
      <Suspense>
        <Fields part="part" />
      </Suspense>
      <Link to="/{-$locale}/start">Start</Link>
    </>
  )
}

function Fields({ part = 'whole' }) {
  const form = useForm(crewForm, { instance: part })
  const [kept, setKept] = useSnapshot(part, '')
  const [text, setText] = useState('as it was')
  const [isChecked, setChecked] = useState(false)
  const [watch, setWatch] = useState('first')
  const [port, setPort] = useState('')
  const [heard, setHeard] = useState('')
  return (
    <section aria-label={part}>
      <Form form={form}>
        <UnsavedChanges when={form.changed} />
        <input aria-label="Name" {...form.field('name').input} />
        <input type="range" aria-label="Depth" />
      </Form>
      <input aria-label="Kept" value={kept} onChange={({ target }) => setKept(target.value)} />
      <textarea aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <input
        type="checkbox"
        aria-label="Checked"
        checked={isChecked}
        onChange={({ target }) => setChecked(target.checked)}
      />
      {['first', 'middle'].map((each) => (
        <input
          key={each}
          type="radio"
          name={`${part}-watch`}
          aria-label={each}
          checked={watch === each}
          onChange={() => setWatch(each)}
        />
      ))}
      <select aria-label="Port" value={port} onChange={({ target }) => setPort(target.value)}>
        <option value="" disabled>
          None
        </option>
        <option>Brest</option>
        <option>Vigo</option>
      </select>
      <input aria-label="Heard" onChange={({ target }) => setHeard(target.value)} />
      <output>{JSON.stringify({ changed: form.changed, kept, text, isChecked, watch, port, heard })}</output>
    </section>
  )
}
