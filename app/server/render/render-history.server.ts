import { isSharedRender } from '#app/server/request-context.server.ts'

/** Renders of a route that did not suspend. */
type Entry = { whole: number; required: number }

/**
 * Remembers which routes render without suspending. Such a page may be rendered to a string, which costs about half of a
 * stream. A route that suspends after all needs twice as many whole renders as before until it is trusted again.
 *
 * @param initial whole renders of a route until it is trusted for the first time
 */
export function createRenderHistory(initial = 1) {
  const entries = new Map<string, Entry>()
  const entryOf = (routeId: string): Entry => {
    const entry = entries.get(routeId) ?? { whole: 0, required: initial }
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
      if (entry.whole >= entry.required) entry.required = Math.max(1, entry.required * 2)
      entry.whole = 0
    },
  }
}

const ownPages = createRenderHistory()
/** Trusted from the first render on, as all processes have to make the same bytes. */
const sharedPages = createRenderHistory(0)

/** Returns the history of this process for the current render. It has an entry for each route at most. */
export function renderHistory(): ReturnType<typeof createRenderHistory> {
  return isSharedRender() ? sharedPages : ownPages
}
