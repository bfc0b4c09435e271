import { createFileRoute } from '@tanstack/react-router'
import { Hydrate } from '@tanstack/react-start'
import { interaction, never, visible } from '@tanstack/react-start/hydration'
import { pageMeta } from 'fairlead/metadata'
import { Counter } from '#app/pages/counter.tsx'

/** A page whose parts hydrate at different times. */
export const Route = createFileRoute('/{-$locale}/where/parts')({
  head: (head) => ({ meta: pageMeta(head, 'Parts') }),
  component: () => (
    <>
      <h1>Parts</h1>
      <Hydrate when={interaction()}>
        <Counter name="Pointed" />
      </Hydrate>
      <Hydrate when={never()}>
        <Counter name="Never" />
      </Hydrate>
      <div style={{ marginTop: '300vh' }}>
        <Hydrate when={visible()}>
          <Counter name="Seen" />
        </Hydrate>
      </div>
    </>
  ),
})
