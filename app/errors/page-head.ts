/** What `head()` is told of its route's match, as far as it matters here. */
type HeadContext = { match: { status: string } }

/**
 * The title and robots tags of a page, for the `head()` of its route.
 *
 * A route whose page is not found shows the not-found page in its place, and the router asks that route, and none below
 * it, for the tags. So every route with a title passes through here. `title` may be missing: a route that failed has no
 * data to take it from, and then the title of the route above it stands.
 */
export function pageMeta({ match }: HeadContext, title?: string) {
  // The router marks an address that no route matches on the boundary (`_notFound`), and a thrown notFound() by status.
  if (match.status === 'notFound' || ('_notFound' in match && match._notFound)) {
    return [{ title: '404: This page could not be found.' }, { name: 'robots', content: 'noindex' }]
  }
  return title ? [{ title: `${title} · Fairlead` }] : []
}
