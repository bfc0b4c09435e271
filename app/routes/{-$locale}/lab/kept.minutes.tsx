import { createFileRoute } from '@tanstack/react-router'
import { KEPT_AGES, KEPT_TAG } from '#app/lab/kept.ts'
import { KeptPage } from '#app/lab/kept-page.tsx'
import { keptQuery } from '#app/lab/kept-queries.ts'
import { labTitle } from '#app/lab/lab-title.ts'

export const Route = createFileRoute('/{-$locale}/lab/kept/minutes')({
  staticData: { cache: { ...KEPT_AGES.minutes, tags: () => [KEPT_TAG] } },
  loader: (loading) => loading.context.load(keptQuery('minutes'), loading),
  head: (head) => labTitle(head, 'kept.title'),
  component: () => <KeptPage age="minutes" />,
})
