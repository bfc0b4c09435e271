/** A route's match, as far as it says whether its page is there. */
export type Match = { status: string }

/** Returns true for a match that shows a not-found page. A URL without a route is marked on its boundary. */
export function isNotFound(match: Match): boolean {
  return match.status === 'notFound' || ('_notFound' in match && Boolean(match._notFound))
}
