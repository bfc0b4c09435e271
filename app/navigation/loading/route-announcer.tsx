/** The region in which screen readers are told the title of a new page, by announce-routes.ts. Empty in a document. */
export function RouteAnnouncer() {
  return <div id="route-announcer" className="visually-hidden" aria-live="polite" />
}
