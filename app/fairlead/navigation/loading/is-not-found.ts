export type Match = { status: string }

/** True for a match that shows a not-found page. If a URL has no route, the match of the boundary is marked. */
export function isNotFound(match: Match): boolean {
  return match.status === 'notFound' || ('_notFound' in match && Boolean(match._notFound))
}
