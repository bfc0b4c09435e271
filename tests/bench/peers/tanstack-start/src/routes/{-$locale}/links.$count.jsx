import { createFileRoute } from '@tanstack/react-router'
import { Links } from '../../../shared/pages.jsx'
import { fetchList } from '../../data.functions.js'
import { Link } from '../../link.jsx'

export const Route = createFileRoute('/{-$locale}/links/$count')({
  loader: ({ params }) => fetchList({ data: params.count }),
  component: () => <Links Link={Link} list={Route.useLoaderData()} />,
})
