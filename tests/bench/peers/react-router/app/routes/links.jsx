import { countOf, readList } from '../../shared/data.js'
import { Links } from '../../shared/pages.jsx'
import { Link } from '../link.jsx'

export const loader = ({ params }) => readList(countOf(params.count))

export default function Page({ loaderData }) {
  return <Links Link={Link} list={loaderData} />
}
