import { createFileRoute } from '@tanstack/react-router'
import { cachedPageQuery, LIFETIMES, TAG } from '#app/lab/cached-pages.ts'
import { CachedPage } from '#app/lab/cached-page.tsx'
import { labTitle } from '#app/lab/lab-route.ts'

export const Route = createFileRoute('/{-$locale}/lab/kept/')({
  staticData: { cache: { ...LIFETIMES.seconds, tags: () => [TAG] } },
  loader: (loading) => loading.context.load(cachedPageQuery('seconds'), loading),
  head: (head) => labTitle(head, 'kept.title'),
  component: () => <CachedPage age="seconds" />,
})
