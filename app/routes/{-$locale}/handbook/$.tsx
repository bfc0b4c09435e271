import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { type OpenGraphImage, pageMeta } from 'fairlead/metadata'
import { HandbookNotFound, HandbookPage } from '#app/handbook/handbook-page.tsx'
import type { Page } from '#app/handbook/page.ts'
import { pageQuery } from '#app/handbook/queries.ts'
import { withBasePath } from 'fairlead/navigation'
import { getLocale, languages, localizeUrl } from 'fairlead/locale'

export const Route = createFileRoute('/{-$locale}/handbook/$')({
  // One chunk: splitting them would create a third for their shared code.
  codeSplitGroupings: [['component', 'notFoundComponent']],
  staticData: { cache: 'static', instant: true },
  context: ({ params: { _splat: slug = '', ...params } }) => ({ page: pageQuery(getLocale(params), slug) }),
  loader: async (loading) => {
    const answer = await loading.context.load(loading.context.page, loading)
    if (!answer.found) throw notFound({ data: answer.suggestions })
    return answer.page
  },
  head: (head) => {
    const page = head.loaderData
    const image = import.meta.env.SSR && page ? imageOf(page, head.params._splat) : undefined
    return {
      meta: pageMeta(head, page?.title, page?.summary, { image }),
      ...(import.meta.env.SSR && page && { links: [markdownOf(page, head.params._splat)] }),
    }
  },
  component: HandbookPageRoute,
  notFoundComponent: HandbookNotFound,
})

/** Returns the image of a page in previews; see `image.$.ts`. */
function imageOf({ title, lang }: Page, slug: string | undefined): OpenGraphImage {
  const url = localizeUrl(languages, `/handbook/image/${slug || 'index'}`, lang, undefined)
  return { url, alt: title, width: 1_200, height: 630 }
}

/** Returns the link to a page as Markdown; see `{$}.md.ts`. */
function markdownOf({ lang }: Page, slug: string | undefined) {
  const href = localizeUrl(languages, `/handbook/${slug || 'index'}.md`, lang, undefined)
  return { rel: 'alternate', type: 'text/markdown', href: withBasePath(href) }
}

const layout = getRouteApi('/{-$locale}/handbook')

function HandbookPageRoute() {
  // Loader data instead of queries: the pages change with the build alone, and without Query they need 2.9 kB less.
  const { contents } = layout.useLoaderData()
  const { _splat: slug = '' } = Route.useParams()
  return <HandbookPage page={Route.useLoaderData()} slug={slug} entries={contents} />
}
