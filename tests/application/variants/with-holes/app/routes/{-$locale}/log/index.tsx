import { createFileRoute } from '@tanstack/react-router'
import { Panel } from '#app/log/panel.tsx'
import { keysOfHarbour } from '#app/log/names.ts'
import {
  holeForm,
  holeInChange,
  holeInHandler,
  holeInList,
  holeInLoader,
  holeInOrder,
  holeInRead,
  holeOfCondition,
  holeOfFactory,
  removalForm,
} from '#app/log/holes.functions.ts'
import {
  forEverybody,
  forGuests,
  inChange,
  inHandler,
  inList,
  inLoader,
  inRead,
  inRemoval,
  leave,
  soundForm,
} from '#app/log/sound.functions.ts'
import { Form, useForm } from 'fairlead/forms'

export const Route = createFileRoute('/{-$locale}/log/')({
  loader: async () => [await holeInLoader(), await inLoader(), await forGuests(), await forEverybody()],
  head: () => ({ meta: [{ title: 'Log' }] }),
  component: Log,
})

const crew = async () => {
  const { holeInDynamicImport } = await import('#app/log/holes.functions.ts')
  return holeInDynamicImport()
}

function Log() {
  const hole = useForm(holeForm)
  const sound = useForm(soundForm)
  const removal = useForm(removalForm)
  const data = { id: 'entry-of-ada', text: 'changed' }
  const act = () =>
    Promise.all([
      holeInHandler({ data: { wind: 4 } }),
      inHandler({ data: { wind: 4 } }),
      holeInRead({ data }),
      inRead({ data }),
      holeInChange({ data }),
      inChange({ data }),
      inRemoval({ data }),
      holeInOrder({ data }),
      holeInList(),
      inList(),
      holeOfFactory(),
      holeOfCondition(),
      keysOfHarbour(),
      crew(),
      leave(),
      fetch(`/api/totals/${data.id}?year=2026`),
    ])
  return (
    <>
      <h1>Log</h1>
      <Panel />
      <Form form={hole}>
        <button>Send</button>
      </Form>
      <Form form={sound}>
        <button>Send</button>
      </Form>
      <Form form={removal}>
        <button>Remove</button>
      </Form>
      <button onClick={() => void act()}>Act</button>
    </>
  )
}
