import { readList } from '../../shared/data.js'
import { List } from '../../shared/pages.jsx'
import { Link } from '../link.jsx'

export const loader = () => readList(24)

export default function Page({ loaderData }) {
  return <List Link={Link} list={loaderData} title="List" when="best" />
}
