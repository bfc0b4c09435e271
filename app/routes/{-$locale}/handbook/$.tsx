import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { pageMeta } from '#app/errors/page-meta.ts'
import { HandbookPage } from '#app/handbook/handbook-page.tsx'
import { pageQuery } from '#app/handbook/queries.ts'
import { HandbookNotFound } from '#app/handbook/not-found-page.tsx'
import { getLocale } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/handbook/$')({
  // One chunk: splitting them would create a third for their shared code.
  codeSplitGroupings: [['component', 'notFoundComponent']],
  staticData: { cache: 'static' },
  context: ({ params: { _splat: slug = '', ...params } }) => ({ page: pageQuery(getLocale(params), slug) }),
  loader: async (loading) => {
    const answer = await loading.context.load(loading.context.page, loading)
    if (!answer.found) throw notFound({ data: answer.suggestions })
    return answer.page
  },
  head: (head) => ({ meta: pageMeta(head, head.loaderData?.title, head.loaderData?.summary) }),
  component: HandbookPageRoute,
  notFoundComponent: HandbookNotFound,
})

const layout = getRouteApi('/{-$locale}/handbook')

function HandbookPageRoute() {
  // Loader data instead of queries: the pages change with the build alone, and without Query's observers they need 2.9 kB less.
  const { contents } = layout.useLoaderData()
  const { _splat: slug = '' } = Route.useParams()
  return <HandbookPage page={Route.useLoaderData()} slug={slug} entries={contents} />
}
