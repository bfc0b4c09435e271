/** Renders of a route that did not suspend. */
type Entry = { whole: number; required: number }

/**
 * Remembers which routes render without suspending. Such a page may be rendered to a string, which costs about half of a
 * stream. A route that suspends after all needs twice as many whole renders as before until it is trusted again.
 */
export function createRenderHistory() {
  const entries = new Map<string, Entry>()
  const entryOf = (routeId: string): Entry => {
    const entry = entries.get(routeId) ?? { whole: 0, required: 1 }
    entries.set(routeId, entry)
    return entry
  }
  return {
    /** Returns true when a route may be expected to render without suspending. */
    isTrusted(routeId: string): boolean {
      const { whole, required } = entryOf(routeId)
      return whole >= required
    },
    /** Counts a render that was complete at once. */
    recordWhole(routeId: string): void {
      entryOf(routeId).whole += 1
    },
    /** Counts a render that suspended or failed. */
    recordSuspended(routeId: string): void {
      const entry = entryOf(routeId)
      if (entry.whole >= entry.required) entry.required *= 2
      entry.whole = 0
    },
  }
}

/** The history of this process. It has an entry for each route at most. */
export const renderHistory = createRenderHistory()
