/** Returns the title of a document: the name of its page, then that of the site. */
export function documentTitle(page: string): string {
  return `${page} · Fairlead`
}
