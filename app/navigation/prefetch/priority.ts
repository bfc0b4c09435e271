/** The trigger of a prefetch. Touch, hover and focus are all `intent`. */
export type Trigger = 'intent' | 'viewport' | 'render'

/** The priority of each trigger, by how likely a click is. */
export const RANK: Record<Trigger, number> = { render: 0, viewport: 1, intent: 2 }

/** Returns the highest of several triggers; `render` for none. */
export function highest(triggers: readonly Trigger[]): Trigger {
  return triggers.reduce<Trigger>((a, b) => (RANK[b] > RANK[a] ? b : a), 'render')
}

/** Returns the next item to serve: the newest of the highest trigger. `items` come oldest first. O(n). */
export function pickNext<I>(items: Iterable<I>, triggerOf: (item: I) => Trigger): I | undefined {
  let found: I | undefined
  let rank = -1
  for (const item of items) {
    const itemRank = RANK[triggerOf(item)]
    if (itemRank >= rank) [found, rank] = [item, itemRank]
  }
  return found
}
