import type { AnyRouteMatch } from '@tanstack/react-router'

/**
 * Gives pending matches the title of the current page: their `head()` has not run, and by itself the router would show
 * the title of the layout above. The matches are copies that the router made to be shown.
 */
export function keepTitleWhilePending(matches: AnyRouteMatch[]): void {
  for (const match of matches) {
    if (match.status === 'pending') match.meta ??= [{ title: document.title }]
  }
}
