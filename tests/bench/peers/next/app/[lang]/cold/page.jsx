import { connection } from 'next/server'
import { Link } from '../../../link.jsx'
import { readList } from '../../../shared/data.js'
import { List } from '../../../shared/pages.jsx'

export default async function Page() {
  await connection()
  return <List Link={Link} list={await readList(24)} title="Cold" when="off" />
}
