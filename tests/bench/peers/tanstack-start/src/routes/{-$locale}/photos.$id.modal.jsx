import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Photo } from '../../../shared/pages.jsx'
import { fetchPhoto } from '../../data.functions.js'

export const Route = createFileRoute('/{-$locale}/photos/$id/modal')({
  loader: ({ params }) => fetchPhoto({ data: params.id }),
  component: Modal,
})

function Modal() {
  const { history } = useRouter()
  const dialog = useRef(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={() => history.back()}>
      <Photo photo={Route.useLoaderData()} />
    </dialog>
  )
}
