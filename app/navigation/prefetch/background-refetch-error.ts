import { type AnyRedirect, isNotFound, isRedirect } from '@tanstack/react-router'

/** The decision on a failed refetch of a query that a page shows. */
export type RefreshErrorDecision =
  | { readonly type: 'redirect'; readonly redirect: AnyRedirect }
  | { readonly type: 'reload' }
  | { readonly type: 'nothing' }

/**
 * Decides by who waited for a query that threw. A loader that waited acts itself. But the page on the screen whose
 * data was being refreshed behind it learns only here that its data moved or went: it follows, or loads anew. A
 * prefetch moves nobody, even when the page it was for is on the screen. Pure.
 */
export function decideRefreshError(
  error: unknown,
  query: { readonly hadData: boolean; readonly observers: number; readonly prefetched: boolean },
): RefreshErrorDecision {
  if (!query.hadData || query.observers === 0 || query.prefetched) return { type: 'nothing' }
  if (isRedirect(error)) return { type: 'redirect', redirect: error }
  return { type: isNotFound(error) ? 'reload' : 'nothing' }
}
