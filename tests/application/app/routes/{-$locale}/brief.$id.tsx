import { createFileRoute } from '@tanstack/react-router'
import { keptQuery } from '#app/pages/queries.ts'
import { Kept } from '#app/pages/kept.tsx'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/brief/$id')({
  staticData: { cache: { freshFor: 1, staleFor: 600 } },
  loader: (loading) => loading.context.load(keptQuery(loading.params.id), loading),
  head: (head) => ({ meta: pageMeta(head, `Brief ${head.params.id}`) }),
  component: Page,
})

function Page() {
  return <Kept id={Route.useParams().id} seen="" />
}
