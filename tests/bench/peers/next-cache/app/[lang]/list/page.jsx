import { connection } from 'next/server'
import { Suspense } from 'react'
import { Link } from '../../../link.jsx'
import { readList } from '../../../shared/data.js'
import { List } from '../../../shared/pages.jsx'

async function Content() {
  await connection()
  return <List Link={Link} list={await readList(24)} title="List" when="best" />
}

export default function Page() {
  return (
    <Suspense>
      <Content />
    </Suspense>
  )
}
