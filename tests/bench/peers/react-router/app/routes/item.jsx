import { data } from 'react-router'
import { readItem } from '../../shared/data.js'
import { Item } from '../../shared/pages.jsx'
import { Link } from '../link.jsx'

// What is prefetched by a <link rel="prefetch"> lies in the browser's own cache, for as long as this says: 30 seconds, the
// default of TanStack Router.
// https://reactrouter.com/api/components/Link#prefetch
// https://reactrouter.com/how-to/headers#from-loaders-and-actions
export async function loader({ params }) {
  return data(await readItem(params.id), { headers: { 'cache-control': 'private, max-age=30' } })
}

export const headers = ({ loaderHeaders }) => loaderHeaders

export default function Page({ loaderData }) {
  return <Item Link={Link} item={loaderData} />
}
