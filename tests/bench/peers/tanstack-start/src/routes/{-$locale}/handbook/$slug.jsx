import { createFileRoute } from '@tanstack/react-router'
import { Doc } from '../../../../shared/pages.jsx'
import { fetchDoc } from '../../../data.functions.js'

export const Route = createFileRoute('/{-$locale}/handbook/$slug')({
  loader: ({ params }) => fetchDoc({ data: params.locale }),
  component: () => <Doc doc={Route.useLoaderData()} />,
})
