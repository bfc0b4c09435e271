import { type OpenGraph, pageTags } from '#fairlead/metadata/open-graph.tsx'
import { isNotFound, type Match } from '#fairlead/navigation/loading/is-not-found.ts'
import { findShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { documentTitle, notFoundTitle } from 'virtual:app/site'

type HeadContext = { match: Match; matches?: readonly { routeId?: string; loaderData?: unknown }[] }

/**
 * Returns the title, description and robots tags of a page, for the `head` of its route; and on the server the tags of
 * its preview (Open Graph). Every route with a title uses it: where a page is not found, the router takes the tags of
 * the route that shows the not-found page.
 *
 * @param title missing for a route that failed, which has no data; then the title of the route above is shown
 * @param openGraph `false` for a page without a preview
 */
export function pageMeta(
  context: HeadContext,
  title?: string,
  description?: string,
  openGraph: OpenGraph | false = {},
) {
  if (isNotFound(context.match)) {
    const shell = findShellMessages(context.matches ?? [])
    return [{ title: shell?.site.notFoundTitle ?? notFoundTitle }, { name: 'robots', content: 'noindex' }]
  }
  // The loader of the root route has returned it.
  const root = context.matches?.[0]?.loaderData as { baseUrl?: string } | undefined
  return [
    ...(title ? [{ title: documentTitle(title) }] : []),
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(import.meta.env.SSR && title && openGraph ? pageTags(title, description, openGraph, root?.baseUrl) : []),
  ]
}
