import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { docQuery } from '#app/bench/queries.js'
import { Doc } from '#app/bench/shared/pages.jsx'
import { getLocale } from '#fairlead/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/handbook/$slug')({
  staticData: { cache: 'static' },
  context: ({ params }) => ({ doc: docQuery(getLocale(params)) }),
  loader: async (loading) => void (await loading.context.load(loading.context.doc, loading)),
  component: () => <Doc doc={useSuspenseQuery(Route.useRouteContext().doc).data} />,
})
