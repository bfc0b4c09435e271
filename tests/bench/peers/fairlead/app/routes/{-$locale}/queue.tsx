import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Link } from '#app/bench/link.jsx'
import { listQuery } from '#app/bench/queries.js'
import { List } from '#app/bench/shared/pages.jsx'

const list = listQuery('20')

export const Route = createFileRoute('/{-$locale}/queue')({
  loader: async (loading) => void (await loading.context.load(list, loading)),
  component: () => <List Link={Link} list={useSuspenseQuery(list).data} title="Queue" when="view" last="99" />,
})
