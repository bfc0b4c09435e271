import { type AnyRouter, isNotFound } from '@tanstack/react-router'
import { pageMeta } from '#app/metadata/page-meta.ts'

/**
 * Gives a page that throws `notFound()` during rendering the title and robots tag of one whose loader throws it, by
 * setting the status of the match that shows the not-found page. For React's `onCaughtError`.
 */
export function showLateNotFound(router: AnyRouter, thrown: unknown): void {
  if (!isNotFound(thrown)) return
  const { stores } = router
  const matches = stores.matches.get()
  const index = matches.findIndex(({ routeId }) => routeId === thrown.routeId)
  const match = matches[index]
  if (!match || match.status === 'notFound') return
  const missing = { ...match, status: 'notFound' as const, error: thrown }
  stores.setMatches(matches.with(index, { ...missing, meta: pageMeta({ match: missing }) }))
}
