import { isSharedRender } from '#fairlead/platform/request-context.server.ts'

/** Renders of each route that did not suspend, and the number that is required to trust the route. */
const entries = new Map<string, { whole: number; required: number }>()

function entryOf(routeId: string) {
  const isShared = isSharedRender()
  const key = isShared ? `shared ${routeId}` : routeId
  // A page for all visitors is trusted from the first render on, because all processes have to produce the same bytes.
  const entry = entries.get(key) ?? { whole: 0, required: isShared ? 0 : 1 }
  entries.set(key, entry)
  return entry
}

/**
 * Remembers the routes that render without suspending, in this process. Such a page is rendered to a string, which
 * costs half of what a stream does. A route that suspends needs twice as many whole renders as before until it is
 * trusted again.
 */
export const renderHistory = {
  isTrusted(routeId: string): boolean {
    const { whole, required } = entryOf(routeId)
    return whole >= required
  },
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
