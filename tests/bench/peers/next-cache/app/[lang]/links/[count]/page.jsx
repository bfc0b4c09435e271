import { connection } from 'next/server'
import { Suspense } from 'react'
import { Link } from '../../../../link.jsx'
import { countOf, readList } from '../../../../shared/data.js'
import { Links } from '../../../../shared/pages.jsx'

async function Content({ params }) {
  await connection()
  const { count } = await params
  return <Links Link={Link} list={await readList(countOf(count))} />
}

export default function Page({ params }) {
  return (
    <Suspense>
      <Content params={params} />
    </Suspense>
  )
}
