import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { UnsavedChanges } from 'fairlead/forms'
import { pageMeta } from 'fairlead/metadata'
import { Link, useOverlay } from 'fairlead/navigation'

/** A page with a text that is lost when it is left, and that opens over the gallery. */
export const Route = createFileRoute('/{-$locale}/unsaved')({
  staticData: { interception: { over: ['/{-$locale}/gallery'] } },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  head: (head) => ({ meta: pageMeta(head, 'Unsaved') }),
  component: Unsaved,
})

function Unsaved() {
  const [text, setText] = useState('')
  const overlay = useOverlay()
  return (
    <>
      <h1>Unsaved</h1>
      <UnsavedChanges when={text !== ''} />
      <label>
        Text <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <Link to="/{-$locale}/start">Start</Link>{' '}
      <Link to="/{-$locale}/redirects/$status" params={{ status: '307' }}>
        Redirected
      </Link>{' '}
      <Link to="/{-$locale}/start" reloadDocument>
        Start as a document
      </Link>{' '}
      <Link to="." search={{ tab: 'two' }}>
        Tab
      </Link>{' '}
      <Link to="." hash="part">
        Part
      </Link>{' '}
      {!overlay && (
        <Link to="/{-$locale}/photo/$id" params={{ id: '3' }}>
          Photo 3
        </Link>
      )}
      <p id="part">Part</p>
    </>
  )
}
