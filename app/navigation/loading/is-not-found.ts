/** A route's match, as far as it says whether its page is there. */
export type Match = { status: string }

/** Whether a page is shown as not found. The router marks an address that no route matches on the boundary. */
export function isNotFound(match: Match): boolean {
  return match.status === 'notFound' || ('_notFound' in match && Boolean(match._notFound))
}
