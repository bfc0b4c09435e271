import { type AnyRedirect, isNotFound, isRedirect } from '@tanstack/react-router'

/** The decision on a failed refetch of a query that a page shows. */
export type RefreshErrorDecision =
  | { readonly type: 'redirect'; readonly redirect: AnyRedirect }
  | { readonly type: 'reload' }
  | { readonly type: 'nothing' }

/**
 * Decides on the error of a query. A loader that awaits the query handles it itself. A page whose data was refreshed in
 * the background follows a redirect, and reloads on a not-found. A prefetch never navigates, even when its page is on
 * the screen. Pure.
 */
export function decideRefreshError(
  error: unknown,
  query: { readonly hadData: boolean; readonly observers: number; readonly prefetched: boolean },
): RefreshErrorDecision {
  if (!query.hadData || query.observers === 0 || query.prefetched) return { type: 'nothing' }
  if (isRedirect(error)) return { type: 'redirect', redirect: error }
  return { type: isNotFound(error) ? 'reload' : 'nothing' }
}
