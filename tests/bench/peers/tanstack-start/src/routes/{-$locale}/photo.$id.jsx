import { createFileRoute } from '@tanstack/react-router'
import { Photo } from '../../../shared/pages.jsx'
import { fetchPhoto } from '../../data.functions.js'

export const Route = createFileRoute('/{-$locale}/photo/$id')({
  loader: ({ params }) => fetchPhoto({ data: params.id }),
  component: () => <Photo photo={Route.useLoaderData()} />,
})
