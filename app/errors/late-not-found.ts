import { type AnyRouter, isNotFound } from '@tanstack/react-router'
import { pageMeta } from '#app/errors/page-meta.ts'

let router: AnyRouter | undefined

/** Says which router shows the pages of this tab. Once. */
export function showLateNotFoundIn(shown: AnyRouter): void {
  router = shown
}

/**
 * Gives a page that turned out not to exist while it was rendered what one has that was not found by its loader: the
 * match of the boundary that shows it says so, and with it the title and the robots tag. For React's `onCaughtError`.
 */
export function showLateNotFound(thrown: unknown): void {
  if (!router || !isNotFound(thrown)) return
  const { stores } = router
  const matches = stores.matches.get()
  const index = matches.findIndex(({ routeId }) => routeId === thrown.routeId)
  const match = matches[index]
  if (!match || match.status === 'notFound') return
  const missing = { ...match, status: 'notFound' as const, error: thrown }
  stores.setMatches(matches.with(index, { ...missing, meta: pageMeta({ match: missing }) }))
}
