import type { HistoryLocation } from '@tanstack/react-router'

/** The state of a history entry whose target is open over a page. */
export type EntryState = {
  /** The document that wrote the entry. In any other document the entry opens as a full page. */
  document: number
  /** The history entry of the page underneath. */
  page: HistoryLocation
  /** The number of entries back to that page; 0 if its entry was replaced. */
  depth: number
}

export const ENTRY_STATE = 'fairlead:over'

/** Returns the state of an entry whose target is open over a page; `undefined` if it is a full page. */
export function getEntryState({ state }: HistoryLocation): EntryState | undefined {
  const entryState = (state as Partial<Record<typeof ENTRY_STATE, EntryState>>)[ENTRY_STATE]
  return entryState?.document === performance.timeOrigin ? entryState : undefined
}
