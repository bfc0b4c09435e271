import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { KINDS, PLACES } from '#app/pages/error-cases.ts'
import { pageMeta } from '#app/metadata/page-meta.ts'
import { usePublicUrl } from '#app/navigation/locale/use-public-url.ts'

export const Route = createFileRoute('/{-$locale}/errors/')({
  head: (head) => ({ meta: pageMeta(head, 'Errors') }),
  component: Errors,
})

/** Values that the buttons throw during rendering. */
const WHILE_RENDERING = {
  throwRender: new Error('thrown while rendering'),
  throwString: 'a string',
  throwUndefined: undefined,
}

const TEXTS = {
  throwRender: 'Throw while rendering',
  throwString: 'Throw a string while rendering',
  throwUndefined: 'Throw nothing while rendering',
}

type WhileRendering = keyof typeof WHILE_RENDERING

function Errors() {
  const publicUrl = usePublicUrl()
  return (
    <>
      <h1>Errors</h1>
      <section>
        <h2>In the browser</h2>
        <InBrowser />
      </section>
      <section>
        <h2>On the server</h2>
        {/* The names are parts of URLs, the same in every language. */}
        <dl lang="en">
          {PLACES.map((place) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>
                <ul>
                  {KINDS.map((kind) => (
                    <li key={kind}>
                      {/* A plain anchor: the server renders documents only. */}
                      <a rel="nofollow" href={publicUrl(`/errors/${place}-${kind}`)} suppressHydrationWarning>
                        {kind}
                      </a>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function InBrowser() {
  const [thrown, setThrown] = useState<WhileRendering>()
  // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this page
  if (thrown) throw WHILE_RENDERING[thrown]
  return (
    <ul>
      {(['throwRender', 'throwString', 'throwUndefined'] as const).map((what) => (
        <li key={what}>
          <button onClick={() => setThrown(what)}>{TEXTS[what]}</button>
        </li>
      ))}
      <li>
        <button
          onClick={() => {
            throw new Error('thrown in an event')
          }}
        >
          Throw in an event
        </button>
      </li>
      <li>
        <button onClick={() => void Promise.reject(new Error('a rejected promise'))}>Reject a promise</button>
      </li>
    </ul>
  )
}
