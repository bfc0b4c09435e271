import { connection } from 'next/server'
import { Link } from '../../../../link.jsx'
import { countOf, readList } from '../../../../shared/data.js'
import { Links } from '../../../../shared/pages.jsx'

export default async function Page({ params }) {
  await connection()
  const { count } = await params
  return <Links Link={Link} list={await readList(countOf(count))} />
}
