import { connection } from 'next/server'
import { Suspense } from 'react'
import { Modal } from '../../../../../modal.jsx'
import { readPhoto } from '../../../../../shared/data.js'
import { Photo } from '../../../../../shared/pages.jsx'

async function Content({ params }) {
  await connection()
  const { id } = await params
  return (
    <Modal>
      <Photo photo={await readPhoto(id)} />
    </Modal>
  )
}

export default function Page({ params }) {
  return (
    <Suspense>
      <Content params={params} />
    </Suspense>
  )
}
