import { connection } from 'next/server'
import { Suspense } from 'react'
import { readPhoto } from '../../../../shared/data.js'
import { Photo } from '../../../../shared/pages.jsx'

async function Content({ params }) {
  await connection()
  const { id } = await params
  return <Photo photo={await readPhoto(id)} />
}

export default function Page({ params }) {
  return (
    <Suspense>
      <Content params={params} />
    </Suspense>
  )
}
