import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { documentTitle, notFoundTitle } from '#app/site.ts'

/** The part of the argument of `head()` that is read. */
type HeadContext = { match: Match }

/**
 * Returns the title, description and robots tags of a page, for the `head()` of its route.
 *
 * Every route with a title uses it: where a page is not found, the router takes the tags of the route that shows the
 * not-found page.
 *
 * @param title missing for a route that failed, which has no data; then the title of the route above is shown
 */
export function pageMeta(context: HeadContext, title?: string, description?: string) {
  if (isNotFound(context.match)) {
    return [{ title: notFoundTitle }, { name: 'robots', content: 'noindex' }]
  }
  return [
    ...(title ? [{ title: documentTitle(title) }] : []),
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
