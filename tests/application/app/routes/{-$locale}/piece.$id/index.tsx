import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Form, useForm } from 'fairlead/forms'
import { Link } from 'fairlead/navigation'
import { moveForm, pieceQuery } from '#app/pages/piece.functions.ts'

export const Route = createFileRoute('/{-$locale}/piece/$id/')({
  loader: (loading) => loading.context.load(pieceQuery(loading.params.id), loading),
  head: () => ({ meta: [{ title: 'Piece' }] }),
  component: Piece,
})

/** Has one of two forms, each of which gives way to the other as soon as it is sent. */
function Piece() {
  const { id } = Route.useParams()
  const { data } = useSuspenseQuery(pieceQuery(id))
  return (
    <>
      <h1>{data.name}</h1>
      {data.isLent ? <Move key="back" id={id} to="back" /> : <Move key="lent" id={id} to="lent" />}
      <Link to="/{-$locale}/piece/$id/edit" params={{ id }}>
        Edit
      </Link>
    </>
  )
}

function Move({ id, to }: { id: string; to: 'lent' | 'back' }) {
  const queryClient = useQueryClient()
  const { queryKey } = pieceQuery(id)
  const form = useForm(moveForm, {
    instance: to,
    optimistic: () => {
      void queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (piece) => piece && { ...piece, isLent: to === 'lent' })
      return () => queryClient.setQueryData(queryKey, before)
    },
  })
  return (
    <Form form={form}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="to" value={to} />
      <button disabled={form.pending}>{to === 'lent' ? 'Lend' : 'Take back'}</button>
      <button name="leave" value="yes">
        Lend and edit
      </button>
    </Form>
  )
}
