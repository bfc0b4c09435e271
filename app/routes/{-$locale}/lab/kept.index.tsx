import { createFileRoute } from '@tanstack/react-router'
import { KEPT_AGES, KEPT_TAG } from '#app/lab/kept.ts'
import { KeptPage } from '#app/lab/kept-page.tsx'
import { keptQuery } from '#app/lab/kept-queries.ts'
import { labTitle } from '#app/lab/lab-title.ts'

export const Route = createFileRoute('/{-$locale}/lab/kept/')({
  staticData: { cache: { ...KEPT_AGES.seconds, tags: () => [KEPT_TAG] } },
  loader: (loading) => loading.context.load(keptQuery('seconds'), loading),
  head: (head) => labTitle(head, 'kept.title'),
  component: () => <KeptPage age="seconds" />,
})
