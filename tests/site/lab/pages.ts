/** The lab's pages in the default language. */
export const labPaths = [
  '/lab',
  '/lab/echo',
  '/lab/echo/a/b',
  '/lab/item/1',
  '/lab/docs/a/b',
  '/lab/docs/new',
  '/lab/docs/by/ada',
  '/lab/links',
  '/lab/formats',
  '/lab/gallery',
  '/lab/feed',
  '/lab/photo/1',
  '/lab/errors',
  '/lab/forms',
  '/lab/redirects',
]
