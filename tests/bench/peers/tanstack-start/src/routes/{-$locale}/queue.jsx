import { createFileRoute } from '@tanstack/react-router'
import { List } from '../../../shared/pages.jsx'
import { fetchList } from '../../data.functions.js'
import { Link } from '../../link.jsx'

export const Route = createFileRoute('/{-$locale}/queue')({
  loader: () => fetchList({ data: '20' }),
  component: () => <List Link={Link} list={Route.useLoaderData()} title="Queue" when="view" last="99" />,
})
