import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps the title of the page that is left while the next one shows its pending component: its `head()` has not run, and
 * by itself the router would show the title of the layout above it.
 */
export function keepTitleWhilePending({ stores }: AnyRouter): void {
  const { setMatches } = stores
  stores.setMatches = (matches) => {
    for (const match of matches) {
      // A copy that the router made to be shown.
      if (match.status === 'pending') match.meta ??= [{ title: document.title }]
    }
    setMatches(matches)
  }
}
