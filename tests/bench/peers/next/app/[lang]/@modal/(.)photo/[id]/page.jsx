import { connection } from 'next/server'
import { Modal } from '../../../../../modal.jsx'
import { readPhoto } from '../../../../../shared/data.js'
import { Photo } from '../../../../../shared/pages.jsx'

export default async function Page({ params }) {
  await connection()
  const { id } = await params
  return (
    <Modal>
      <Photo photo={await readPhoto(id)} />
    </Modal>
  )
}
