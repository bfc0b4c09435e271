/** The page of a slot: the match of the route that it shows. */
export type SlotPage = {
  /** The route as the slot names it. */
  readonly route: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

/** Most history entries whose pages are remembered. The oldest is forgotten first. */
const SLOT_ENTRIES = 200

/** The pages of the slots of a tab, by history entry. A reload forgets them. */
export function createSlotMemory(limit = SLOT_ENTRIES) {
  const pages = new Map<string, SlotPage | undefined>()
  return {
    /** Returns the page that a slot showed in an entry; `undefined` for its default, or an unknown entry. */
    get: (slot: string, entry: string): SlotPage | undefined => pages.get(`${slot} ${entry}`),
    has: (slot: string, entry: string): boolean => pages.has(`${slot} ${entry}`),
    set(slot: string, entry: string, page: SlotPage | undefined): void {
      pages.set(`${slot} ${entry}`, page)
      const [oldest] = pages.keys()
      if (pages.size > limit && oldest !== undefined) pages.delete(oldest)
    },
  }
}

/** Returns the page of a slot: that of the URL, that of the history entry, or the one before. Pure. */
export function decideSlotPage(input: {
  /** The innermost matching route of the slot, if the URL is one of its pages. */
  readonly matched: SlotPage | undefined
  /** The page of this entry when it was left. */
  readonly remembered: { readonly page: SlotPage | undefined } | undefined
  readonly before: SlotPage | undefined
}): SlotPage | undefined {
  const { matched, remembered, before } = input
  return matched ?? (remembered ? remembered.page : before)
}
