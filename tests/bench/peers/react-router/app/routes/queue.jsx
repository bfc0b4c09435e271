import { readList } from '../../shared/data.js'
import { List } from '../../shared/pages.jsx'
import { Link } from '../link.jsx'

export const loader = () => readList(20)

export default function Page({ loaderData }) {
  return <List Link={Link} list={loaderData} title="Queue" when="view" last="99" />
}
