import { createFileRoute } from '@tanstack/react-router'
import greeting from '#app/pages/greeting.per-visitor.tsx'
import { keptQuery } from '#app/pages/queries.ts'
import { pageMeta } from 'fairlead/metadata'
import { PerVisitor } from 'fairlead/navigation'

/** A cached page with two parts that each visitor sees differently. */
export const Route = createFileRoute('/{-$locale}/greeted/$id')({
  staticData: { cache: { freshFor: 3_600, staleFor: 3_600, tags: () => ['greeted'] } },
  loader: ({ params, context, ...loading }) => context.load(keptQuery(`greeted-${params.id}`), { ...loading }),
  head: (head) => ({ meta: pageMeta(head, `Greeted ${head.params.id}`) }),
  component: Greeted,
})

function Greeted() {
  const { id } = Route.useParams()
  const { stamp } = Route.useLoaderData()
  return (
    <>
      <h1>Greeted {id}</h1>
      <PerVisitor part={greeting} props={{ place: 'bow' }} fallback={<p>Somebody at the bow</p>} />
      <output data-testid="stamp">{stamp}</output>
      <PerVisitor part={greeting} props={{ place: `"${id}" & <stern>` }} fallback={<p>Somebody at the stern</p>} />
    </>
  )
}
