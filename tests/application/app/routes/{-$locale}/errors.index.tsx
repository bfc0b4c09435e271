import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/errors/')({
  head: (head) => ({ meta: pageMeta(head, 'Errors') }),
  component: Errors,
})

/** Values that the buttons throw during rendering, by the names of the buttons. */
const WHILE_RENDERING = {
  'Throw while rendering': new Error('thrown while rendering'),
  'Throw a string while rendering': 'a string',
  'Throw nothing while rendering': undefined,
}

type WhileRendering = keyof typeof WHILE_RENDERING

function Errors() {
  const [thrown, setThrown] = useState<WhileRendering>()
  // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this page
  if (thrown) throw WHILE_RENDERING[thrown]
  return (
    <>
      <h1>Errors</h1>
      {(Object.keys(WHILE_RENDERING) as WhileRendering[]).map((name) => (
        <button key={name} onClick={() => setThrown(name)}>
          {name}
        </button>
      ))}
      <button
        onClick={() => {
          throw new Error('thrown in an event')
        }}
      >
        Throw in an event
      </button>
      <button onClick={() => void Promise.reject(new Error('a rejected promise'))}>Reject a promise</button>
    </>
  )
}
