import { connection } from 'next/server'
import { Link } from '../../../../link.jsx'
import { readItem } from '../../../../shared/data.js'
import { Item } from '../../../../shared/pages.jsx'

// No loading.jsx: with one, a click would show a placeholder first, and what is measured is the page itself.
export default async function Page({ params }) {
  await connection()
  const { id } = await params
  return <Item Link={Link} item={await readItem(id)} />
}
