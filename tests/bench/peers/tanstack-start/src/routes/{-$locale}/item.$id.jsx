import { createFileRoute } from '@tanstack/react-router'
import { Item } from '../../../shared/pages.jsx'
import { fetchItem } from '../../data.functions.js'
import { Link } from '../../link.jsx'

export const Route = createFileRoute('/{-$locale}/item/$id')({
  loader: ({ params }) => fetchItem({ data: params.id }),
  component: () => <Item Link={Link} item={Route.useLoaderData()} />,
})
