import { useEffect, useRef } from 'react'
import { data, useNavigate } from 'react-router'
import { readPhoto } from '../../shared/data.js'
import { Photo, Photos } from '../../shared/pages.jsx'
import { Link } from '../link.jsx'

export async function loader({ request }) {
  const id = new URL(request.url).searchParams.get('photo')
  return data({ photo: id && (await readPhoto(id)) }, { headers: { 'cache-control': 'private, max-age=30' } })
}

export const headers = ({ loaderHeaders }) => loaderHeaders

export default function Page({ loaderData }) {
  return (
    <>
      <Photos Link={Link} />
      {loaderData.photo && <Modal photo={loaderData.photo} />}
    </>
  )
}

function Modal({ photo }) {
  const navigate = useNavigate()
  const dialog = useRef(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={() => navigate(-1)}>
      <Photo photo={photo} />
    </dialog>
  )
}
