import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { Doc } from '#app/bench/shared/pages.jsx'
import { pageQuery } from '#app/handbook/queries.ts'
import { getLocale } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/handbook/$')({
  staticData: { cache: 'static' },
  context: ({ params: { _splat: slug = '', ...params } }) => ({ page: pageQuery(getLocale(params), slug) }),
  loader: async (loading) => {
    const answer = await loading.context.load(loading.context.page, loading)
    if (!answer.found) throw notFound()
  },
  component: () => <Doc doc={useSuspenseQuery(Route.useRouteContext().page).data.page} />,
})
