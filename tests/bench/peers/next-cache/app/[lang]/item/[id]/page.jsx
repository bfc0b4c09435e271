import { connection } from 'next/server'
import { Suspense } from 'react'
import { Link } from '../../../../link.jsx'
import { readItem } from '../../../../shared/data.js'
import { Item } from '../../../../shared/pages.jsx'

async function Content({ params }) {
  await connection()
  const { id } = await params
  return <Item Link={Link} item={await readItem(id)} />
}

export default function Page({ params }) {
  return (
    <Suspense>
      <Content params={params} />
    </Suspense>
  )
}
