import { createFileRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { photoQuery, settingOf } from '#app/pages/queries.ts'
import { Photo } from '#app/pages/photo.tsx'
import { readDelay, readFail } from '#app/pages/search.ts'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/photo/$id')({
  staticData: {
    interception: {
      over: ['/{-$locale}/gallery', '/{-$locale}/feed', '/{-$locale}/unsaved'],
      component: lazyRouteComponent(() => import('#app/pages/photo-sheet.tsx'), 'PhotoSheet'),
    },
  },
  validateSearch: (search: Record<string, unknown>) => ({ ...readDelay(search), ...readFail(search) }),
  loaderDeps: ({ search: { delay, fail } }) => ({ ...(delay && { delay }), ...(fail && { fail }) }),
  context: ({ params, deps, context }) => ({ photo: photoQuery(params.id, settingOf(context.over?.routeId), deps) }),
  beforeLoad: ({ params }) => {
    if (params.id === 'latest') throw redirect({ to: '/{-$locale}/photo/$id', params: { ...params, id: '1' } })
    if (params.id === 'moved') throw redirect({ to: '/{-$locale}/docs/new', params })
  },
  loader: async (loading) => {
    if (!(await loading.context.load(loading.context.photo, loading))) throw notFound()
  },
  head: (head) => ({ meta: pageMeta(head, `Photo ${head.params.id}`) }),
  component: PhotoPage,
  pendingComponent: Pending,
})

function Pending() {
  return <p role="status">Loading the photo…</p>
}

function PhotoPage() {
  return <Photo setting="page" />
}
