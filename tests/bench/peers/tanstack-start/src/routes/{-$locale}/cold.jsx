import { createFileRoute } from '@tanstack/react-router'
import { List } from '../../../shared/pages.jsx'
import { fetchList } from '../../data.functions.js'
import { Link } from '../../link.jsx'

export const Route = createFileRoute('/{-$locale}/cold')({
  loader: () => fetchList({ data: '24' }),
  component: () => <List Link={Link} list={Route.useLoaderData()} title="Cold" when="off" />,
})
