import { createFileRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { photoQuery, settingOf } from '#app/lab/queries.ts'
import { Photo } from '#app/lab/photo.tsx'
import { labTitle, readDelay, readFail } from '#app/lab/lab-route.ts'

export const Route = createFileRoute('/{-$locale}/lab/photo/$id')({
  staticData: {
    interception: {
      over: ['/{-$locale}/lab/gallery', '/{-$locale}/lab/feed'],
      component: lazyRouteComponent(() => import('#app/lab/photo.tsx'), 'PhotoSheet'),
    },
  },
  validateSearch: (search: Record<string, unknown>) => ({ ...readDelay(search), ...readFail(search) }),
  loaderDeps: ({ search: { delay, fail } }) => ({ ...(delay && { delay }), ...(fail && { fail }) }),
  context: ({ params, deps, context }) => ({ photo: photoQuery(params.id, settingOf(context.over?.routeId), deps) }),
  beforeLoad: ({ params }) => {
    if (params.id === 'latest') throw redirect({ to: '/{-$locale}/lab/photo/$id', params: { ...params, id: '1' } })
    if (params.id === 'moved') throw redirect({ to: '/{-$locale}/lab/docs/new', params })
  },
  loader: async (loading) => {
    if (!(await loading.context.load(loading.context.photo, loading))) throw notFound()
  },
  head: (head) => labTitle(head, 'photo.title', head.params),
  component: PhotoPage,
  pendingComponent: Pending,
})

function Pending() {
  return <p role="status">{useTranslations('lab.photo')('pending')}</p>
}

function PhotoPage() {
  return <Photo setting="page" />
}
