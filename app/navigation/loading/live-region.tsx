/** The region in which screen readers are told the title of a new page, by announce-new-page.ts. Empty in a document. */
export function LiveRegion() {
  return <div id="route-announcer" className="visually-hidden" aria-live="polite" />
}
