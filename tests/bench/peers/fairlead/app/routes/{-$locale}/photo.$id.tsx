import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { photoQuery } from '#app/bench/queries.js'
import { Photo } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/photo/$id')({
  staticData: { interception: { over: ['/{-$locale}/photos'] } },
  context: ({ params }) => ({ photo: photoQuery(params.id) }),
  loader: async (loading) => void (await loading.context.load(loading.context.photo, loading)),
  component: () => <Photo photo={useSuspenseQuery(Route.useRouteContext().photo).data} />,
})
