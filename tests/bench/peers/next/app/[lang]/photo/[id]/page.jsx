import { connection } from 'next/server'
import { readPhoto } from '../../../../shared/data.js'
import { Photo } from '../../../../shared/pages.jsx'

export default async function Page({ params }) {
  await connection()
  const { id } = await params
  return <Photo photo={await readPhoto(id)} />
}
