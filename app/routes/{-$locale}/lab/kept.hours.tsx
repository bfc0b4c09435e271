import { createFileRoute } from '@tanstack/react-router'
import { cachedPageQuery, LIFETIMES, TAG } from '#app/lab/cached-pages.ts'
import { CachedPage } from '#app/lab/cached-page.tsx'
import { labTitle } from '#app/lab/lab-route.ts'

export const Route = createFileRoute('/{-$locale}/lab/kept/hours')({
  staticData: { cache: { ...LIFETIMES.hours, tags: () => [TAG] } },
  loader: (loading) => loading.context.load(cachedPageQuery('hours'), loading),
  head: (head) => labTitle(head, 'kept.title'),
  component: () => <CachedPage age="hours" />,
})
