import { createFileRoute, notFound } from '@tanstack/react-router'
import { keptQuery } from '#app/pages/queries.ts'
import { Kept } from '#app/pages/kept.tsx'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/kept/$id')({
  staticData: {
    cache: { freshFor: 3_600, staleFor: 3_600, tags: ({ params }) => ['kept', `kept:${params.id}`] },
  },
  loader: async (loading) => {
    if (loading.params.id === 'none') throw notFound()
    await loading.context.load(keptQuery(loading.params.id), loading)
  },
  head: (head) => ({ meta: pageMeta(head, `Kept ${head.params.id}`) }),
  component: Page,
})

function Page() {
  return <Kept id={Route.useParams().id} seen="" />
}
