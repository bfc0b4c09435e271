import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Link } from '#app/bench/link.jsx'
import { listQuery } from '#app/bench/queries.js'
import { Links } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/links/$count')({
  context: ({ params }) => ({ list: listQuery(params.count) }),
  loader: async (loading) => void (await loading.context.load(loading.context.list, loading)),
  component: () => <Links Link={Link} list={useSuspenseQuery(Route.useRouteContext().list).data} />,
})
