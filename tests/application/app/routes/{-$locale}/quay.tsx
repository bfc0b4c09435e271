import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'

const quayQuery = queryOptions({
  queryKey: ['quay'],
  queryFn: async ({ signal }) => {
    const { readQuay } = await import('#app/pages/quay.functions.ts')
    return readQuay({ signal })
  },
})

export const Route = createFileRoute('/{-$locale}/quay')({
  staticData: { prerenderDocument: true },
  loader: (loading) => loading.context.load(quayQuery, loading),
  head: (head) => ({ meta: pageMeta(head, 'A quay') }),
  component: Page,
})

function Page() {
  return <h1>{useSuspenseQuery(quayQuery).data.name}</h1>
}
