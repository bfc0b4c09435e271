import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Link } from '#app/bench/link.jsx'
import { itemQuery } from '#app/bench/queries.js'
import { Item } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/item/$id')({
  context: ({ params }) => ({ item: itemQuery(params.id) }),
  loader: async (loading) => void (await loading.context.load(loading.context.item, loading)),
  component: () => <Item Link={Link} item={useSuspenseQuery(Route.useRouteContext().item).data} />,
})
