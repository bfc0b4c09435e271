import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link, useSnapshot } from 'fairlead/navigation'

/** Pages with a note that belongs to their history entry. */
export const Route = createFileRoute('/{-$locale}/noted/$page')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  head: (head) => ({ meta: pageMeta(head, `Noted ${head.params.page}`) }),
  component: Noted,
})

function Noted() {
  const { page } = Route.useParams()
  return (
    <>
      <h1>Noted {page}</h1>
      <Note key={page} />
      <Link to="." search={{ tab: 'two' }}>
        Tab
      </Link>{' '}
      <Link to="/{-$locale}/noted/$page" params={{ page: '2' }}>
        Two
      </Link>
    </>
  )
}

function Note() {
  const [note, setNote] = useSnapshot('note', '')
  return (
    <label>
      Note <textarea value={note} onChange={({ target }) => setNote(target.value)} />
    </label>
  )
}
