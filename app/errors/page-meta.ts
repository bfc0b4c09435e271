import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { documentTitle } from '#app/ui/document-title.ts'

/** What `head()` is told of its route's match, as far as it matters here. */
type HeadContext = { match: Match }

/**
 * The title, description and robots tags of a page, for the `head()` of its route.
 *
 * A route whose page is not found shows the not-found page in its place, and the router asks that route, and none below
 * it, for the tags. So every route with a title passes through here. `title` may be missing: a route that failed has no
 * data to take it from, and then the title of the route above it stands.
 */
export function pageMeta(context: HeadContext, title?: string, description?: string) {
  if (isNotFound(context.match)) {
    return [{ title: '404: This page could not be found.' }, { name: 'robots', content: 'noindex' }]
  }
  return [
    ...(title ? [{ title: documentTitle(title) }] : []),
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
